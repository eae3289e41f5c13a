import torch
import torch.nn as nn

torch.manual_seed(64)
encoder = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 4))
heads = nn.ModuleDict({"depth": nn.Linear(4, 1), "normal": nn.Linear(4, 3)})
optimizers = {
    name: torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.05)
    for name, head in heads.items()
}
x = torch.randn(5, 3)
targets = {"depth": torch.randn(5, 1), "normal": torch.randn(5, 3)}

shared = encoder(x)
losses = {name: nn.functional.mse_loss(head(shared), targets[name]) for name, head in heads.items()}

for name, opt in optimizers.items():
    opt.zero_grad()
    losses[name].backward(retain_graph=True)
for opt in optimizers.values():
    opt.step()
