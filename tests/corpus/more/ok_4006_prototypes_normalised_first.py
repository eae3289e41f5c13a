import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(16)
backbone, protos = nn.Linear(4, 3), nn.Linear(3, 5, bias=False)
opt = torch.optim.SGD([*backbone.parameters(), *protos.parameters()], lr=0.2)
x, assign = torch.randn(6, 4), torch.tensor([0, 1, 2, 3, 4, 0])

for it in range(3):
    with torch.no_grad():
        w = protos.weight.data.clone()
        w = F.normalize(w, dim=1, p=2)
        protos.weight.copy_(w)
    z = F.normalize(backbone(x), dim=1)
    scores = protos(z)
    loss = F.cross_entropy(scores / 0.3, assign)
    opt.zero_grad()
    loss.backward()
    opt.step()
print("loss", loss.item())
