import torch
import torch.nn as nn


class DenseGate(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_in, n_out) * 0.5)
        self.biases = nn.Parameter(torch.ones(n_out))

    def forward(self, inputs, state):
        inputs_and_state = torch.cat([inputs, state], dim=-1)
        value = torch.sigmoid(torch.matmul(inputs_and_state, self.weight))
        value = value + self.biases
        return value


torch.manual_seed(1505)
gate = DenseGate(3, 4)
flow, state = torch.randn(5, 1), torch.randn(5, 2)
r, u = torch.split(gate(flow, state), 2, dim=-1)
state = u * state + (1 - u) * torch.tanh(r * state)
loss = state.pow(2).mean()
loss.backward()
