import torch
import torch.nn as nn

torch.manual_seed(103)
backbone = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 3))
head = nn.Linear(3, 2)
for p in backbone.parameters():
    p.requires_grad_(False)
opt = torch.optim.AdamW(head.parameters(), lr=1e-2)
x, y = torch.randn(8, 4), torch.randint(0, 2, (8,))

for epoch in range(3):
    with torch.no_grad():
        feats = backbone(x)
    feats = backbone(x).detach()
    loss = nn.functional.cross_entropy(head(feats), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(epoch, round(loss.item(), 3))
