import torch
import torch.nn as nn

torch.manual_seed(954)
encoder = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
heads = nn.ModuleDict({"seg": nn.Linear(4, 2), "depth": nn.Linear(4, 1)})
opts = [torch.optim.SGD(m.parameters(), lr=0.1) for m in (encoder, heads["seg"], heads["depth"])]
x = torch.randn(5, 3)
target = {"seg": torch.randn(5, 2), "depth": torch.randn(5, 1)}

shared = encoder(x)
for i, (task, head) in enumerate(heads.items()):
    loss = (head(shared) - target[task]).pow(2).mean()
    loss.backward(retain_graph=i + 1 < len(heads))
for opt in opts:
    opt.step()
