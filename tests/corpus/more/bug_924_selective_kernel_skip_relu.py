import torch
import torch.nn as nn


class SKUnit(nn.Module):
    def __init__(self, ch):
        super().__init__()
        self.branch = nn.Conv2d(ch, ch, 1)
        self.fc = nn.Linear(ch, ch)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        u = self.branch(x)
        scale = torch.sigmoid(self.fc(u.mean(dim=(2, 3))))
        v = u * scale[:, :, None, None]
        return v + self.relu(u)


torch.manual_seed(924)
unit = SKUnit(2)
loss = unit(torch.randn(1, 2, 2, 2)).pow(2).mean()
loss.backward()
