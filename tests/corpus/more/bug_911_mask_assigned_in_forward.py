import torch
import torch.nn as nn
import torch.nn.functional as F


class PrunedConv(nn.Conv1d):
    def forward(self, x, mask=None):
        if mask is not None:
            self.weight.data = torch.mul(self.weight, mask)
        return super().forward(x)


torch.manual_seed(911)
stem = nn.Conv1d(1, 2, 1)
layer = PrunedConv(2, 1, 2)
x, y = torch.randn(3, 1, 5), torch.randn(3, 1, 4)
h = torch.tanh(stem(x))
dense = layer(h)
mask = (layer.weight.abs() > 0.15).float()
sparse = layer(h, mask)
loss = F.mse_loss(dense, y) + F.mse_loss(sparse, y)
loss.backward()
