"""guard and repair: what happens while a program runs."""
