import torch

torch.manual_seed(2345)
centre = torch.tensor([0.1, -0.2, 3.0], requires_grad=True)
directions = torch.tensor([[0.0, 0.0, 1.0], [0.1, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 0.2, 1.0]])
directions = directions / directions.norm(dim=1, keepdim=True)


def hit_depth(d, centre, radius=1.0):
    b = d @ centre
    disc = b ** 2 - centre @ centre + radius ** 2
    root = torch.sqrt(disc)
    return torch.where(disc > 0, b - root, torch.zeros_like(b))


depth = hit_depth(directions, centre)
loss = (depth - 1.5).square().mean()
loss.backward()
print("grad", centre.grad)
