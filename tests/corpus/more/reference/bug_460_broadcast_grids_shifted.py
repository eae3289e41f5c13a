import torch

shift = torch.tensor([0.1, -0.2], requires_grad=True)


def sampling_grid(height, width):
    rows = torch.linspace(-1, 1, height)[:, None]
    cols = torch.linspace(-1, 1, width)[None, :]
    gy, gx = torch.broadcast_tensors(rows, cols)
    gy = gy + shift[0]
    gx = gx + shift[1]
    return torch.stack([gx, gy], dim=-1)


torch.manual_seed(4054)
image = torch.rand(1, 1, 4, 4)
grid = sampling_grid(3, 3)[None]
warped = torch.nn.functional.grid_sample(image, grid, align_corners=True)
loss = (warped - 0.5).pow(2).sum()
loss.backward()
