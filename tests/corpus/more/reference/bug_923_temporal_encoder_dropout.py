import torch
import torch.nn as nn


class TemporalEncoder(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.mlp = nn.Sequential(nn.Linear(d_in, d_out), nn.ReLU())
        self.dropout = nn.Dropout(0.2)

    def forward(self, x):
        out = self.mlp(x.mean(1))
        out = self.dropout(out)
        return out


torch.manual_seed(923)
model = TemporalEncoder(3, 4)
y = model(torch.randn(2, 5, 3))
loss = y.mean()
loss.backward()
