"""Non-interference of the whole site: everything hidden from a reader is dealt anew, and no answer may change."""
