import torch
import torch.nn as nn
import torch.nn.functional as F


class SelectiveSSM(nn.Module):
    def __init__(self, dim, batch):
        super().__init__()
        self.dt = nn.Linear(dim, dim)
        self.log_a = nn.Parameter(torch.zeros(dim))
        self.out = nn.Linear(dim, 1)
        self.register_buffer("ssm_state", torch.zeros(batch, dim))

    def step(self, x):
        dt = F.softplus(self.dt(x))
        decay = torch.exp(-dt * self.log_a.exp())
        new_state = self.ssm_state * decay + dt * x
        self.ssm_state = new_state.detach()
        return self.out(new_state)


torch.manual_seed(2705)
block = SelectiveSSM(dim=2, batch=3)
outputs = []
for frame in torch.randn(4, 3, 2):
    outputs.append(block.step(frame))
prediction = torch.cat(outputs, dim=1)
loss = (prediction - 1.0).pow(2).mean()
loss.backward()
