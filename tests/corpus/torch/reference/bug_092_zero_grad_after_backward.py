import torch
import torch.nn as nn

torch.manual_seed(267)
net = nn.Linear(3, 1)
opt = torch.optim.Adam(net.parameters(), lr=0.01)
x, y = torch.randn(8, 3), torch.randn(8, 1)
history = []

for epoch in range(3):
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    opt.step()
    history.append(loss.item())
    if epoch < 2:
        net.zero_grad()
print(history)
