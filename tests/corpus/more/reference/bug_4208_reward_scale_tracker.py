import torch
import torch.nn as nn


class RewardScaler(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("inv_std", torch.ones(1))

    def forward(self, r):
        scaled = r * self.inv_std
        self.inv_std = self.inv_std.lerp(1.0 / r.detach().std().clamp(min=0.1), 0.3)
        return scaled


torch.manual_seed(18)
value = nn.Linear(2, 1)
scaler = RewardScaler()
adv = scaler(value(torch.randn(6, 2)))
loss = adv.square().mean()
loss.backward()
