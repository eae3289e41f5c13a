import torch
import torch.nn as nn

torch.manual_seed(1632)
net = nn.Linear(3, 2)
prior = torch.tensor([0.3, 0.7]).log()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(6, 3), torch.tensor([0, 1, 1, 1, 0, 1])
levels = []

for step in range(2):
    logits = net(x) + prior
    loss = -(torch.log_softmax(logits, dim=1)[torch.arange(6), y]).sum() / 6
    levels.append(loss.item())
    rate = 0.1 if loss.item() > 0.5 else 0.01
    for group in opt.param_groups:
        group["lr"] = rate
    opt.zero_grad()
    loss.backward()
    opt.step()
print([round(v, 3) for v in levels])
