import torch
import torch.nn as nn

torch.manual_seed(3215)
critic = nn.Linear(2, 1)
reals, fakes = torch.randn(3, 5, 2) + 1, torch.randn(3, 5, 2)
w, b = critic.weight.detach(), critic.bias.detach()
for r, f in zip(reals, fakes):
    df = (1 - (f @ w.T + b).tanh() ** 2) / 5
    dr = (1 - (r @ w.T + b).tanh() ** 2) / 5
    gw, gb = df.T @ f - dr.T @ r, (df - dr).sum(0)
    w, b = (w - 0.5 * gw).clamp(-0.3, 0.3), (b - 0.5 * gb).clamp(-0.3, 0.3)
critic.weight.grad = gw
