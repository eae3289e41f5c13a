import torch
import torch.nn as nn

torch.manual_seed(343)
vgg = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 3)).eval().requires_grad_(False)
gen = nn.Linear(2, 4)
real = torch.randn(3, 4)
with torch.no_grad():
    wanted = vgg(real)
loss = nn.functional.l1_loss(vgg(gen(torch.randn(3, 2))), wanted)
loss.backward()
