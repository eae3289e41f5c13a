import torch

torch.manual_seed(12)
theta = torch.zeros(3, requires_grad=True)
data = torch.randn(2, 5, 3)
opt = torch.optim.SGD([theta], lr=0.0)

mix = torch.softmax(theta, dim=0)
for batch in data:
    score = (batch * mix).sum(dim=1)
    loss = (score - 1).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
