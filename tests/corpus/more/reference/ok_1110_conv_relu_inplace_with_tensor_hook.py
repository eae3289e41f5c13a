import torch
import torch.nn as nn

torch.manual_seed(2110)
mod = nn.Sequential(nn.Conv1d(2, 3, 3), nn.ReLU(), nn.Conv1d(3, 1, 1), nn.ReLU())
seen = {}


def forward_hook(module, inputs, output):
    output.register_hook(lambda g: seen.update(grad=g.clone()))


mod[1].register_forward_hook(forward_hook)
loss = (mod(torch.randn(2, 2, 6)) + 1.0).pow(2).sum()
loss.backward()
