import torch

centres = torch.tensor([[0.0, 0.0], [0.6, 0.1], [2.0, 1.0]], requires_grad=True)
radius = 0.5


def overlap(centres):
    i, j = torch.triu_indices(3, 3, offset=1)
    gap = (centres[i] - centres[j]).norm(dim=1)
    return torch.relu(2 * radius - gap)


loss = overlap(centres).sum()
loss.backward()
print(centres.grad)
