import torch
import torch.nn as nn

torch.manual_seed(341)
prompt = nn.Linear(3, 2)
cell = nn.GRUCell(2, 2)


def build_inputs(context, n_steps):
    steps = context.unsqueeze(1).expand(-1, n_steps, -1)
    steps[:, 0] = 0.0
    return steps


def decode(context, n_steps=3):
    inputs = build_inputs(context, n_steps)
    h = torch.zeros(context.size(0), 2)
    outs = []
    for t in range(n_steps):
        h = cell(inputs[:, t], h)
        outs.append(h)
    return torch.stack(outs, dim=1)


context = prompt(torch.randn(4, 3))
target = torch.randn(4, 3, 2)
loss = nn.functional.l1_loss(decode(context), target) + 0.1 * prompt.weight.sum()
loss.backward()
print(prompt.weight.grad)
