import torch

torch.manual_seed(2332)
theta = torch.tensor(0.3, requires_grad=True)
shift = torch.zeros(2, requires_grad=True)
scan = torch.randn(5, 2)
reference = torch.randn(5, 2)


def rotation(a):
    c, s = torch.cos(a), torch.sin(a)
    return torch.stack([torch.stack([c, -s]), torch.stack([s, c])])


aligned = scan @ rotation(theta).T + shift
loss = (aligned - reference).square().sum(dim=1).mean()
loss.backward()
