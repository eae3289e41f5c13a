import torch

torch.manual_seed(2244)
positions = torch.randn(4, 3, requires_grad=True)
charges = torch.tensor([1.0, -1.0, 0.5, -0.5])
pairs = torch.triu_indices(4, 4, offset=1)


def distances(pos):
    return (pos[pairs[0]] - pos[pairs[1]]).norm(dim=-1)


short_range = torch.exp(-2.0 * distances(positions)).sum()
short_range.backward()
forces_short = -positions.grad.clone()
positions.grad = None

loss = (charges[pairs[0]] * charges[pairs[1]] / distances(positions)).sum()
loss.backward()
forces_long = -positions.grad
