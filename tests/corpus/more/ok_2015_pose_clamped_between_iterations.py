import torch

torch.manual_seed(2215)
pose = torch.randn(2, 4, requires_grad=True)
opt = torch.optim.SGD([pose], lr=0.1)
template = torch.randn(5, 3)
observed = torch.randn(2, 5, 3)


def project(p):
    rot = torch.cos(p[:, None, :1]) * template + torch.sin(p[:, None, :1]) * template.roll(1, 1)
    return rot + p[:, None, 1:]


for _ in range(2):
    with torch.no_grad():
        pose[:, 0].clamp_(-1.5, 1.5)
        pose[:, 1:] -= pose[:, 1:].mean(0) * 0.5
    opt.zero_grad()
    loss = (project(pose) - observed).pow(2).mean()
    loss.backward()
    opt.step()
