import torch
import torch.nn as nn

torch.manual_seed(405)
net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.05)
total = torch.zeros(())
for epoch in range(2):
    for x in torch.ones(2, 3, 2) * (epoch + 1):
        loss = net(x).pow(2).mean()
        total += loss.detach()
        opt.zero_grad()
        loss.backward()
        if epoch == 0:
            opt.step()
print("total", total.item())
