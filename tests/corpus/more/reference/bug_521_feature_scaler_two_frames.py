import torch
import torch.nn as nn


class RunningScale(nn.Module):
    def __init__(self, dim, momentum=0.2):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("scale", torch.ones(dim))

    @torch.no_grad()
    def observe(self, x):
        self.scale = self.scale.lerp(x.std(0), self.momentum)

    def forward(self, x):
        if self.training:
            self.observe(x)
        return x / self.scale


torch.manual_seed(14)
encoder = nn.Linear(3, 2)
scaler = RunningScale(2)
obs, next_obs = torch.randn(5, 3), torch.randn(5, 3)
phi, phi_next = (scaler(encoder(o)) for o in (obs, next_obs))
loss = (0.9 * phi_next - phi).tanh().pow(2).sum()
loss.backward()
