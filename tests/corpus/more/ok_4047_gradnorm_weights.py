import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(102)
N_TASKS, ALPHA = 3, 1.5


class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 6), nn.ELU())
        self.last = nn.Linear(6, 4)
        self.heads = nn.ModuleList(nn.Linear(4, 1) for _ in range(N_TASKS))

    def forward(self, x):
        h = torch.tanh(self.last(self.body(x)))
        return [head(h) for head in self.heads]


model = Shared()
weights = nn.Parameter(torch.ones(N_TASKS))
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
opt_w = torch.optim.Adam([weights], lr=2.5e-2)
x = torch.randn(10, 3)
scale = torch.tensor([1.0, 5.0, 0.3])
ys = [s * torch.randn(10, 1) for s in scale]


def task_losses(x):
    return torch.stack([F.mse_loss(o, y) for o, y in zip(model(x), ys)])


def grad_norms(losses):
    norms = []
    for i in range(N_TASKS):
        (g,) = torch.autograd.grad(weights[i] * losses[i], model.last.weight, retain_graph=True, create_graph=True)
        norms.append(g.norm())
    return torch.stack(norms)


initial = None
for step in range(4):
    losses = task_losses(x)
    if initial is None:
        initial = losses.detach().clone()
    total = (weights * losses).sum()
    opt.zero_grad()
    total.backward(retain_graph=True)
    weights.grad = None

    norms = grad_norms(losses)
    with torch.no_grad():
        ratio = losses / initial
        target = norms.mean() * (ratio / ratio.mean()) ** ALPHA
    balance = (norms - target).abs().sum()
    weights.grad = torch.autograd.grad(balance, weights)[0]

    opt.step()
    opt_w.step()
    with torch.no_grad():
        weights.mul_(N_TASKS / weights.sum())
print("weights", [round(w, 4) for w in weights.tolist()])
print("balance", balance.item())
