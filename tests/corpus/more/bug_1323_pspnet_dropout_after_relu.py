import torch
import torch.nn as nn


class PyramidHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.cbr = nn.Sequential(nn.Conv2d(2, 4, 1), nn.ReLU())
        self.dropout = nn.Dropout2d(p=0.25, inplace=True)
        self.classification = nn.Conv2d(4, 3, 1)

    def forward(self, x):
        x = self.cbr(x)
        x = self.dropout(x)
        return self.classification(x)


torch.manual_seed(1323)
head = PyramidHead()
logits = head(torch.randn(2, 2, 3, 3))
loss = nn.functional.cross_entropy(logits, torch.zeros(2, 3, 3, dtype=torch.long))
loss.backward()
