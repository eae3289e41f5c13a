import torch
import torch.nn as nn

torch.manual_seed(2401)
stepper = nn.Linear(3, 3)
initial = torch.randn(2, 3, requires_grad=True)
truth = torch.randn(2, 3)


def forecast(x):
    x = x + 0.1 * truth
    return torch.tanh(stepper(x))


state = initial * initial
energy = state.pow(2).sum()
loss = (forecast(state) - truth).pow(2).mean() + 0.01 * energy
loss.backward()
