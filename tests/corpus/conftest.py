"""The corpus holds programs that misbehave on purpose: never import them at collection."""

collect_ignore_glob = ["torch/*", "more/*", "reviewed/*"]
