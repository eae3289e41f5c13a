import torch
import torch.nn as nn

torch.manual_seed(10)
proj = nn.Linear(2, 2, bias=False)
readout = nn.Linear(2, 1)
links = [(0, 1), (0, 2), (1, 2), (2, 0)]


def gather_messages(states, n):
    inbox = [torch.zeros(2)] * n
    for src, dst in links:
        inbox[dst] += torch.tanh(proj(states[src]))
    return inbox


def network_value(states):
    inbox = gather_messages(states, len(states))
    updated = [s + m for s, m in zip(states, inbox)]
    return torch.stack([readout(u) for u in updated]).squeeze(1)


states = torch.randn(3, 2)
returns = torch.tensor([0.5, -0.2, 1.0])
loss = (network_value(states) - returns).pow(2).mean()
loss.backward()
print("grad", proj.weight.grad)
