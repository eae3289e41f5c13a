import torch
import torch.nn as nn


def policy_terms(logits, legal):
    logits = logits.masked_fill(~legal, float("-inf"))
    logp = logits.log_softmax(dim=-1)
    terms = logp.exp() * logp
    entropy = -torch.where(legal, terms, torch.zeros_like(terms)).sum(-1)
    return logp, entropy


torch.manual_seed(2537)
policy = nn.Linear(4, 3)
rollout = [
    {"board": torch.randn(4), "legal": [True, True, False], "move": 1, "ret": 0.7},
    {"board": torch.randn(4), "legal": [True, False, True], "move": 0, "ret": -0.4},
]

loss = 0.0
for step in rollout:
    legal = torch.tensor(step["legal"])
    logp, entropy = policy_terms(policy(step["board"]), legal)
    loss = loss - step["ret"] * logp[step["move"]] - 0.1 * entropy
loss.backward()
