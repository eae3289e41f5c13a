import torch
import torch.nn as nn


class HamiltonianNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 5), nn.Tanh(), nn.Linear(5, 1, bias=False))

    def time_derivative(self, state):
        with torch.enable_grad():
            state = state.detach().requires_grad_()
            energy = self.net(state).sum()
            grad = torch.autograd.grad(energy, state, create_graph=True)[0]
        dq, dp = grad.unbind(-1)
        return torch.stack([dp, -dq], dim=-1)


torch.manual_seed(2812)
model = HamiltonianNet()
states = torch.randn(6, 2)
observed = torch.stack([states[:, 1], -torch.sin(states[:, 0])], dim=-1)
loss = (model.time_derivative(states) - observed).pow(2).mean()
loss.backward()
print(loss.item())
