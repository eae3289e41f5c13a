import torch
import torch.nn as nn


def rotate(x, position):
    cos, sin = position.cos().unsqueeze(1), position.sin().unsqueeze(1)
    a, b = x[:, :1], x[:, 1:]
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=1)


def run_layers(layers, prefix, expert, position_ids):
    for layer in layers:
        prefix = prefix + torch.tanh(layer(rotate(prefix, position_ids)))
        expert_position_id = position_ids - 0.5
        expert = expert + torch.tanh(layer(rotate(expert, expert_position_id)))
    return prefix, expert


torch.manual_seed(1502)
layers = nn.ModuleList(nn.Linear(2, 2) for _ in range(2))
prefix, expert = run_layers(layers, torch.randn(3, 2), torch.randn(3, 2), torch.arange(3.0))
loss = prefix.pow(2).mean() + expert.pow(2).mean()
loss.backward()
