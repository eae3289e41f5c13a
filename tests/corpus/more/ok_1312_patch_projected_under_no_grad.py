import torch
import torch.nn as nn

torch.manual_seed(2312)
net = nn.Linear(4, 2)
patch = torch.rand(4, requires_grad=True)
opt = torch.optim.SGD([patch], lr=5.0)
images = torch.rand(3, 4)

for step in range(2):
    opt.zero_grad()
    loss = -net(0.5 * images + 0.5 * patch)[:, 1].logsumexp(0)
    loss.backward()
    opt.step()
    with torch.no_grad():
        patch.clamp_(0.0, 1.0)
