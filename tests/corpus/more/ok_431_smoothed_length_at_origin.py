import torch

offset = torch.tensor([[0.0, 0.0], [0.3, -0.4], [0.0, 1.0]], requires_grad=True)
stiffness = torch.tensor([2.0, 1.0, 0.5])


def length(v, eps=1e-4):
    return torch.sqrt(v.pow(2).sum(-1) + eps)


stretch = length(offset) - 0.2
direction = offset / length(offset)[:, None]
loss = (stiffness * stretch.pow(2)).sum() + direction[:, 0].sum()
loss.backward()
