import torch
import torch.nn as nn

torch.manual_seed(1621)
backbone = nn.Sequential(nn.Linear(4, 5), nn.BatchNorm1d(5), nn.ReLU(inplace=True))
head = nn.Linear(5, 2)
for p in backbone.parameters():
    p.requires_grad = False
backbone.eval()
opt = torch.optim.SGD(filter(lambda p: p.requires_grad, [*backbone.parameters(), *head.parameters()]), lr=0.1)

x, y = torch.randn(6, 4), torch.randint(0, 2, (6,))
with torch.no_grad():
    features = backbone(x)
loss = nn.functional.cross_entropy(head(features), y)
opt.zero_grad()
loss.backward()
opt.step()
print(sum(p.numel() for p in head.parameters() if p.grad is not None))
