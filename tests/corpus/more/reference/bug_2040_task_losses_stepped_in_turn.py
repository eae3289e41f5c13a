import torch
import torch.nn as nn

torch.manual_seed(2140)
shared = nn.Linear(3, 4)
heads = nn.ModuleDict({"age": nn.Linear(4, 1), "risk": nn.Linear(4, 1)})
opt = torch.optim.SGD([*shared.parameters(), *heads.parameters()], lr=0.1)
mix = nn.Linear(4, 4)
opt.add_param_group({"params": mix.parameters()})


def all_losses(x, targets):
    h = torch.relu(mix(torch.tanh(shared(x))))
    return {name: (heads[name](h).squeeze(1) - y).pow(2).mean() for name, y in targets.items()}


x = torch.randn(6, 3)
targets = {"age": torch.randn(6), "risk": torch.randn(6)}
for name, loss in all_losses(x, targets).items():
    opt.zero_grad()
    loss.backward(retain_graph=True)
