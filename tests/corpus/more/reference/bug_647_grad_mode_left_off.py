import torch
import torch.nn as nn

torch.manual_seed(647)
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.05)
train_x, train_y = torch.randn(6, 3), torch.randn(6, 1)
val_x, val_y = torch.randn(3, 3), torch.randn(3, 1)


def validate():
    net.eval()
    with torch.no_grad():
        score = (net(val_x) - val_y).abs().mean()
    return score.item()


for epoch in range(2):
    net.train()
    opt.zero_grad()
    loss = (net(train_x) - train_y).pow(2).mean()
    loss.backward()
    opt.step()
    print(epoch, loss.item(), validate())
