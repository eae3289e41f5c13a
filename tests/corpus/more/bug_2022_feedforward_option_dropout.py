import torch
import torch.nn as nn


class FeedForward(nn.Module):
    def __init__(self, sizes, options=None):
        super().__init__()
        rates = (options or {}).get("dropout", [0.0] * (len(sizes) - 1))
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip(sizes, sizes[1:]))
        self.drops = nn.ModuleList(nn.Dropout(p, inplace=True) for p in rates)

    def forward(self, x):
        for lin, drop in zip(self.layers, self.drops):
            x = torch.relu(lin(x))
            x = drop(x)
        return x


torch.manual_seed(2122)
cv = FeedForward([3, 4, 2], {"dropout": [0.3, 0.0]})
torch.manual_seed(7)
descriptors = torch.randn(6, 3)
s = cv(descriptors)
loss = (s.mean(0) - torch.tensor([0.5, 1.0])).pow(2).sum()
loss.backward()
