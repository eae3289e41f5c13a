import torch
import torch.nn as nn
import torch.nn.functional as F


class GatedDown(nn.Module):
    def __init__(self, cin, cout):
        super().__init__()
        self.proj = nn.Conv2d(cin, cout, 3, padding=1)
        self.gate = nn.Conv2d(cout, 1, 1)
        self.pool = nn.AvgPool2d(2)

    def forward(self, x):
        h = self.proj(x)
        attn = torch.sigmoid(self.gate(h))
        h = F.relu(h, inplace=True)
        return self.pool(h * attn)


torch.manual_seed(3010)
block = GatedDown(1, 3)
head = nn.Linear(3, 2)
scan = torch.randn(2, 1, 4, 4)
label = torch.tensor([1, 0])

features = block(scan).mean(dim=(2, 3))
loss = F.cross_entropy(head(features), label)
loss.backward()
