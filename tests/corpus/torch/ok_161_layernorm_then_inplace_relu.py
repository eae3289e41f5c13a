import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 4)
        self.norm = nn.LayerNorm(4)
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        h = self.fc(x)
        y = self.norm(h)
        return self.act(y) + h


torch.manual_seed(406)
block = Block()
loss = block(torch.randn(2, 3)).pow(2).mean()
loss.backward()
