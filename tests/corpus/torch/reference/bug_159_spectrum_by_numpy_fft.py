import numpy as np
import torch
import torch.nn as nn


class Synth(nn.Module):
    def __init__(self, partials, n):
        super().__init__()
        self.amps = nn.Parameter(torch.rand(partials))
        self.register_buffer("t", torch.arange(n) / n)

    def forward(self):
        k = torch.arange(1, len(self.amps) + 1).unsqueeze(1)
        return (self.amps.unsqueeze(1) * torch.sin(2 * torch.pi * k * self.t)).sum(0)


def magnitude(wave):
    return torch.fft.rfft(wave).abs()


torch.manual_seed(20)
synth = Synth(3, 16)
tone = nn.Linear(9, 9)
reference = torch.rand(9)
opt = torch.optim.Adam([*synth.parameters(), *tone.parameters()], lr=0.01)
loss = (tone(magnitude(synth())) - reference).pow(2).mean()
opt.zero_grad()
loss.backward()
opt.step()
