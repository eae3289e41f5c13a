import torch
import torch.nn as nn

torch.manual_seed(40)
clf = nn.Linear(3, 1)
opt = torch.optim.SGD(clf.parameters(), lr=0.1)
x = torch.randn(8, 3)
y = (x[:, 0] > 0).float()

for _ in range(2):
    pred = torch.sigmoid(clf(x).squeeze(1))
    loss = (pred - y).abs().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
