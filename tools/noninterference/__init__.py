"""Non-interference test for the whole site: re-deal everything hidden from a reader; no response may change."""
