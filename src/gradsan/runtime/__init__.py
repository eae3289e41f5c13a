"""guard: what happens while a program runs."""
