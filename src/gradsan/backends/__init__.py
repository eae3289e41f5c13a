"""The only files that import a framework."""
