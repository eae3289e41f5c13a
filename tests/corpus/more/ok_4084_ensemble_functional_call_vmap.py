import copy

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.nn.utils.parametrize as P
from torch.func import functional_call, stack_module_state, vmap


class Bounded(nn.Module):
    def forward(self, w):
        return 2.0 * torch.tanh(w / 2.0)

    def right_inverse(self, w):
        return 2.0 * torch.atanh((w / 2.0).clamp(-0.99, 0.99))


def build(seed):
    torch.manual_seed(seed)
    return nn.Sequential(nn.Linear(2, 5), nn.Tanh(), nn.Linear(5, 1))


def spread(params):
    with torch.no_grad():
        return {k: round(v.std(0).mean().item(), 4) for k, v in params.items()}


models = [build(s) for s in range(3)]
params, buffers = stack_module_state(models)
template = copy.deepcopy(models[0]).to("meta")
torch.manual_seed(140)
x = torch.rand(20, 2) * 2 - 1
y = (x[:, :1] * 3).sin() + x[:, 1:] ** 2


def member(p, b, xb):
    return functional_call(template, (p, b), (xb,))


opt = torch.optim.Adam(params.values(), lr=0.02)
for epoch in range(4):
    for xb, yb in zip(x.split(10), y.split(10)):
        out = vmap(member, in_dims=(0, 0, None))(params, buffers, xb)
        fit = (out - yb).pow(2).mean()
        centre = out.mean(0, keepdim=True).detach()
        diversity = (out - centre).pow(2).mean()
        loss = fit - 0.05 * diversity
        opt.zero_grad()
        loss.backward()
        opt.step()

student = build(9)
P.register_parametrization(student[0], "weight", Bounded())
s_opt = torch.optim.SGD(student.parameters(), lr=0.1)
with torch.no_grad():
    soft = vmap(member, in_dims=(0, 0, None))(params, buffers, x).mean(0)
for _ in range(3):
    s_loss = F.mse_loss(student(x), soft)
    s_opt.zero_grad()
    s_loss.backward()
    s_opt.step()
P.remove_parametrizations(student[0], "weight")
print("loss", loss.item(), "student", s_loss.item(), "spread", spread(params))
