import torch
import torch.nn as nn

torch.manual_seed(4136)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
model.requires_grad_(False)
model[2].requires_grad_(True)
opt = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)

with torch.no_grad():
    hidden = model[1](model[0](torch.randn(6, 3)))
loss = model[2](hidden).pow(2).mean()
opt.zero_grad()
loss.backward()
opt.step()
