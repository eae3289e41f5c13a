"""Is this gradient right? Numbers against what the framework claims."""
