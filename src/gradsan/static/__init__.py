"""check: read source, never import or run it."""
