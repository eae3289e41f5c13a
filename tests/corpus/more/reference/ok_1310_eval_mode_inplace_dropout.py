import torch
import torch.nn as nn

torch.manual_seed(2310)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Dropout(0.4, inplace=False), nn.Linear(4, 1))
net.eval()
x = torch.randn(5, 3, requires_grad=True)
cv = net(x)
loss = cv.pow(2).mean()
loss.backward()
print("sensitivity", x.grad.abs().mean(0))
