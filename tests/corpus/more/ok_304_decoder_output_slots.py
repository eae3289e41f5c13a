import torch
import torch.nn as nn

torch.manual_seed(3)
cell = nn.LSTMCell(2, 3)
readout = nn.Linear(3, 2)
steps, batch = 4, 2


def decode(first, hidden, memory):
    outputs = torch.zeros(batch, steps, 2)
    states = torch.zeros(steps, batch, 3)
    token = first
    for t in range(steps):
        hidden, memory = cell(token, (hidden, memory))
        token = torch.tanh(readout(hidden))
        outputs[:, t] = token
        states[t, ...] = hidden
    return outputs, states


outputs, states = decode(torch.ones(batch, 2), torch.zeros(batch, 3), torch.zeros(batch, 3))
target = torch.randn(batch, steps, 2)
loss = (outputs - target).square().mean() + 1e-2 * states.square().mean()
loss.backward()
