"""What each op saves, writes and aliases: data, not code."""
