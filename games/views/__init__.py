"""Pages, each a function with all its control flow in sight; reads from selectors, writes through services."""
