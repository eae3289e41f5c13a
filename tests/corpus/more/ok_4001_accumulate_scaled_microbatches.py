import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(11)
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
x, y = torch.randn(12, 3), torch.randn(12, 1)
micro = 4

opt.zero_grad(set_to_none=True)
for xb, yb in zip(x.split(micro), y.split(micro)):
    loss = F.mse_loss(net(xb), yb) / (len(x) // micro)
    loss.backward()
norm = nn.utils.clip_grad_norm_(net.parameters(), 100.0)
opt.step()
print("grad norm", round(norm.item(), 4))
