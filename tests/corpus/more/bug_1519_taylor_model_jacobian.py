import torch
import torch.nn as nn

torch.manual_seed(1519)
dynamics = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2))
anchor = torch.tensor([0.3, -0.6], requires_grad=True)
state, observed = torch.tensor([0.5, -0.1]), torch.tensor([0.2, 0.9])


def linearised(x, a):
    jac = torch.autograd.functional.jacobian(dynamics, a)
    return dynamics(a) + jac @ (x - a)


loss = (linearised(state, anchor) - observed).pow(2).sum()
loss.backward()
