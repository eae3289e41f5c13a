import torch


def pressure(depth):
    p = torch.empty_like(depth)
    wet = depth > 0
    p[wet] = 9.81 * depth[wet] ** 1.5
    p[~wet] = 0.1 * depth[~wet]
    return p


depth = torch.tensor([0.5, -0.2, 1.3, -1.0], requires_grad=True)
loss = pressure(depth).pow(2).sum()
loss.backward()
print(depth.grad)
