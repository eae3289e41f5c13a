import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(43)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
net[0].requires_grad_(False)
opt = torch.optim.AdamW(net.parameters(), lr=0.05, weight_decay=0.0)
x = torch.randn(12, 3)
y = x.sum(1, keepdim=True) + 0.1 * torch.randn(12, 1)

history, start = [], net[0].weight.clone()
for epoch in range(4):
    if epoch == 2:
        assert torch.equal(start, net[0].weight)
        net[0].requires_grad_(True)
    loss = F.mse_loss(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    history.append(loss.item())
print("history", [round(v, 4) for v in history])
