import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(4009)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.05)
batches = [(torch.randn(4, 3), torch.randint(0, 2, (4,))) for k in range(2)]

predictions = [net(x) for x, y in batches]
for (x, y), logits in zip(batches, predictions):
    loss = F.cross_entropy(logits, y)
    opt.zero_grad()
    loss.backward()
    opt.step()
