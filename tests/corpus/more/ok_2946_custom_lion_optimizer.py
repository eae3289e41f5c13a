import torch
import torch.nn as nn
from torch.optim.optimizer import Optimizer


class Lion(Optimizer):
    def __init__(self, params, lr=1e-4, betas=(0.9, 0.99), weight_decay=0.0):
        assert lr > 0.0 and all(0.0 <= b <= 1.0 for b in betas)
        super().__init__(params, dict(lr=lr, betas=betas, weight_decay=weight_decay))

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in filter(lambda p: p.grad is not None, group["params"]):
                grad, lr, wd, (beta1, beta2) = p.grad, group["lr"], group["weight_decay"], group["betas"]
                state = self.state[p]
                if len(state) == 0:
                    state["exp_avg"] = torch.zeros_like(p)
                exp_avg = state["exp_avg"]
                p.data.mul_(1.0 - lr * wd)
                update = exp_avg.clone().mul_(beta1).add(grad, alpha=1.0 - beta1).sign_()
                p.add_(update, alpha=-lr)
                exp_avg.mul_(beta2).add_(grad, alpha=1.0 - beta2)
        return loss


class WeightNormRegressor(nn.Module):
    def __init__(self, fin, hidden):
        super().__init__()
        self.v = nn.Parameter(torch.randn(hidden, fin) * 0.05)
        self.g = nn.Parameter(torch.ones(hidden, 1))
        self.b = nn.Parameter(torch.zeros(hidden))
        self.out = nn.Linear(hidden, 1)
        self.initialised = False

    @property
    def weight(self):
        return self.g * self.v / self.v.norm(dim=1, keepdim=True)

    @torch.no_grad()
    def data_dependent_init(self, x):
        t = x @ self.weight.t()
        mean, std = t.mean(0), t.std(0) + 1e-6
        self.g.div_(std.unsqueeze(1))
        self.b.copy_(-mean / std)
        self.initialised = True

    def forward(self, x):
        if not self.initialised:
            self.data_dependent_init(x)
        return self.out(torch.tanh(x @ self.weight.t() + self.b))


torch.manual_seed(161)
model = WeightNormRegressor(3, 5)
opt = Lion(model.parameters(), lr=1e-2, weight_decay=1e-2)
scheduler = torch.optim.lr_scheduler.LambdaLR(opt, lambda e: 1 / (1 + e))
X = torch.randn(12, 3)
Y = X.prod(1, keepdim=True)


def closure():
    opt.zero_grad()
    global loss
    loss = (model(X) - Y).pow(2).mean()
    loss.backward()
    return loss


for epoch in range(4):
    value = opt.step(closure)
    scheduler.step()
