import torch
import torch.nn as nn


def entropy_from_logits(logits: torch.Tensor) -> torch.Tensor:
    logps = torch.log_softmax(logits, dim=-1)
    safe = logps.masked_fill(torch.isinf(logps), 0.0)
    return -(torch.exp(logps) * safe).sum(-1)


class TokenPolicy(nn.Module):
    def __init__(self, vocab, banned):
        super().__init__()
        self.head = nn.Linear(3, vocab)
        self.banned = banned

    def forward(self, hidden):
        return self.head(hidden).masked_fill(self.banned, float("-inf"))


torch.manual_seed(1847)
policy = TokenPolicy(4, torch.tensor([False, False, True, False]))
hidden, chosen = torch.randn(5, 3), torch.tensor([0, 1, 3, 0, 1])
logits = policy(hidden)
nll = nn.functional.cross_entropy(logits, chosen)
loss = nll - 0.1 * entropy_from_logits(logits).mean()
loss.backward()
