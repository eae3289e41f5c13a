import torch
import torch.nn as nn
from torch.func import functional_call


class MetaSGD(nn.Module):
    def __init__(self, model, lr):
        super().__init__()
        self.model = model
        self.names = [n for n, _ in model.named_parameters()]
        self.alpha = nn.ParameterList([nn.Parameter(lr * torch.ones_like(p)) for p in model.parameters()])

    def clone_params(self):
        return {n: p.clone() for n, p in self.model.named_parameters()}

    def adapt(self, params, loss):
        grads = torch.autograd.grad(loss, list(params.values()), create_graph=True)
        for name, a, g in zip(self.names, self.alpha, grads):
            params[name] = params[name] - a * g
        return params


class RunningMean:
    def __init__(self):
        self.n, self.value = 0, 0.0

    def __iadd__(self, x):
        self.n += 1
        self.value += (x - self.value) / self.n
        return self


torch.manual_seed(17)
model = nn.Sequential(nn.Linear(3, 4), nn.ELU(inplace=True), nn.Linear(4, 2))
meta = MetaSGD(model, lr=0.2)
opt = torch.optim.AdamW(meta.parameters(), lr=5e-3)
criterion = nn.CrossEntropyLoss()
tracker = RunningMean()

for episode in range(3):
    prototypes = torch.randn(2, 3)
    labels = torch.arange(2).repeat(4)
    support = prototypes[labels] + 0.3 * torch.randn(8, 3)
    query = prototypes[labels] + 0.3 * torch.randn(8, 3)
    params = meta.clone_params()
    for _ in range(2):
        support_loss = criterion(functional_call(model, params, (support,)), labels)
        params = meta.adapt(params, support_loss)
    query_loss = criterion(functional_call(model, params, (query,)), labels)
    opt.zero_grad()
    query_loss.backward()
    opt.step()
    with torch.no_grad():
        for a in meta.alpha:
            a.clamp_(min=1e-4)
    tracker += query_loss.item()
print("mean query loss", tracker.value)
