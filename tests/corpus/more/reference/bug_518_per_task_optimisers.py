import torch
import torch.nn as nn

torch.manual_seed(4)
encoder = nn.Sequential(nn.Linear(3, 4), nn.ELU(), nn.Linear(4, 4))
heads = nn.ModuleDict({"seg": nn.Linear(4, 2), "depth": nn.Linear(4, 1)})
optimisers = {k: torch.optim.SGD([*encoder.parameters(), *h.parameters()], lr=0.1) for k, h in heads.items()}

x = torch.randn(5, 3)
targets = {"seg": torch.tensor([0, 1, 1, 0, 1]), "depth": torch.randn(5, 1)}
criteria = {"seg": nn.functional.cross_entropy, "depth": nn.functional.mse_loss}

shared = encoder(x)
losses = {k: criteria[k](head(shared), targets[k]) for k, head in heads.items()}
for task, opt in optimisers.items():
    opt.zero_grad()
    losses[task].backward(retain_graph=True)
for opt in optimisers.values():
    opt.step()
