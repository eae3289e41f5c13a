import torch


def tile(row, n):
    return row.expand(n, -1).clone()


def block_weights(bias, n):
    grid = tile(bias, n)
    for i in range(n):
        grid[i, i % grid.shape[1]] += float(i)
    return grid


def residual(x, weights):
    skip = x
    x = x * weights
    x = torch.sin(x)
    x += skip
    return x


torch.manual_seed(127)
bias = torch.randn(3, requires_grad=True)
x = torch.randn(4, 3)
out = residual(x, block_weights(bias, 4))
loss = (out - 0.5).pow(2).mean() + bias.abs().sum() * 0.01
loss.backward()
