import torch
import torch.nn as nn

torch.manual_seed(1114)


class Ry(nn.Module):
    def __init__(self):
        super().__init__()
        self.phase = nn.Parameter(torch.rand(()))

    @property
    def array(self):
        half = torch.pi * self.phase
        sin, cos = torch.sin(half), torch.cos(half)
        return torch.as_tensor([[cos, -sin], [sin, cos]])


gate = Ry()
state = gate.array @ torch.tensor([1.0, 0.0])
loss = 1 - state[1].pow(2)
loss.backward()
