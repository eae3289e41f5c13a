import torch
import torch.nn as nn
import torch.nn.functional as F


class SliceAttention(nn.Module):
    def __init__(self, dim, slices, floor=0.2):
        super().__init__()
        self.to_slices = nn.Linear(dim, slices)
        self.value = nn.Linear(dim, dim)
        self.floor = floor

    def slice_weights(self, nodes):
        w = F.softmax(self.to_slices(nodes), dim=-1)
        w[w < self.floor] = 0.0
        return w / w.sum(dim=-1, keepdim=True)

    def forward(self, nodes):
        w = self.slice_weights(nodes)
        tokens = w.transpose(0, 1) @ self.value(nodes)
        return w @ tokens


torch.manual_seed(2747)
solver = SliceAttention(dim=3, slices=4)
mesh = torch.randn(6, 3)
pressure = torch.randn(6, 3)
loss = F.mse_loss(solver(mesh), pressure)
loss.backward()
