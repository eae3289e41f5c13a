import torch
import torch.nn as nn


class TokenPruner(nn.Module):
    def __init__(self, dim, threshold=0.5):
        super().__init__()
        self.scorer, self.threshold = nn.Linear(dim, 1), threshold

    def keep_mask(self, tokens):
        prob = torch.sigmoid(self.scorer(tokens))
        return (prob > self.threshold).float()

    def forward(self, tokens):
        keep = self.keep_mask(tokens)
        return (tokens * keep).sum(1), keep.mean()


torch.manual_seed(1237)
pruner, head = TokenPruner(3), nn.Linear(3, 2)
opt = torch.optim.Adam([*pruner.parameters(), *head.parameters()], lr=1e-3)
tokens, labels = torch.randn(4, 6, 3), torch.tensor([0, 1, 1, 0])
pooled, ratio = pruner(tokens)
loss = nn.functional.cross_entropy(head(pooled), labels) + 0.1 * ratio
opt.zero_grad()
loss.backward()
opt.step()
