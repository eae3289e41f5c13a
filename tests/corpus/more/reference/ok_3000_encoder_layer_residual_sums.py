import torch
import torch.nn as nn


class EncoderLayer(nn.Module):
    def __init__(self, d, hidden):
        super().__init__()
        self.norm = nn.LayerNorm(d)
        self.fc1 = nn.Linear(d, hidden)
        self.fc2 = nn.Linear(hidden, d)

    def forward(self, x):
        y = self.fc2(torch.relu(self.fc1(self.norm(x))))
        return (y + x) * 0.5 ** 0.5


torch.manual_seed(3200)
layer = EncoderLayer(3, 5)
position = torch.randn(4, 3)
tokens = nn.Linear(2, 3)(torch.randn(4, 2))
tokens = tokens + position
out = layer(tokens)
out = out - out.mean(dim=-1, keepdim=True)
loss = out.pow(2).sum()
loss.backward()
