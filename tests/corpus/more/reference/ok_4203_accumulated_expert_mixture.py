import torch
import torch.nn as nn

torch.manual_seed(113)
experts = nn.ModuleList([nn.Linear(2, 3) for _ in range(3)])
gate = nn.Linear(2, 3)
x = torch.randn(4, 2)

share = torch.softmax(gate(x), dim=-1)
mixed = torch.zeros(4, 3)
for i, expert in enumerate(experts):
    mixed = mixed + share[:, i:i + 1] * torch.tanh(expert(x))
loss = mixed.pow(2).mean()
loss.backward()
