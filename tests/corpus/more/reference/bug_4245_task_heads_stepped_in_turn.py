import torch
import torch.nn as nn

torch.manual_seed(56)
trunk = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3))
heads = nn.ModuleDict({"age": nn.Linear(3, 1), "mood": nn.Linear(3, 2)})
opt = torch.optim.Adam([*trunk.parameters(), *heads.parameters()], lr=0.01)
x = torch.randn(4, 3)

feat = trunk(x)
losses = {"age": heads["age"](feat).pow(2).mean(), "mood": heads["mood"](feat).abs().mean()}
for name, loss in losses.items():
    loss.backward(retain_graph=True)
opt.step()
