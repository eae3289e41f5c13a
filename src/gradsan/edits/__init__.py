"""Source fixes as byte edits."""
