import torch

torch.manual_seed(224)
w = torch.randn(3, requires_grad=True)
lam = torch.tensor([0.5, -0.2], requires_grad=True)
opt = torch.optim.SGD([w, lam], lr=0.1)

for it in range(2):
    constraint = torch.stack([w.sum() - 1, w.pow(2).sum() - 2])
    loss = w.abs().sum() + (lam * constraint).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    lam.clamp_(min=0)
