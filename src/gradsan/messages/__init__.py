"""explain: the known error texts."""
