import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(55)
backbone = nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.ReLU(inplace=True))
backbone.eval()
for p in backbone.parameters():
    p.requires_grad = False
head = nn.Linear(6, 3)
opt = torch.optim.SGD(filter(lambda p: p.requires_grad, [*backbone.parameters(), *head.parameters()]), lr=0.1)
x, y = torch.randn(9, 4), torch.arange(9) % 3

for epoch in range(3):
    with torch.no_grad():
        feats = backbone(x)
    loss = F.cross_entropy(head(feats), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
print("loss", loss.item(), "frozen", all(p.grad is None for p in backbone.parameters()))
