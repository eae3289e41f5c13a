import torch


def project(*factors):
    for f in factors:
        f.data.clamp_(min=0)


torch.manual_seed(2709)
X = torch.rand(4, 5)
W = torch.rand(4, 2, requires_grad=True)
H = torch.rand(2, 5, requires_grad=True)
opt = torch.optim.SGD([W, H], lr=0.5)
for _ in range(3):
    opt.zero_grad()
    loss = (X - W @ H).square().mean()
    loss.backward()
    opt.step()
    project(W, H)
