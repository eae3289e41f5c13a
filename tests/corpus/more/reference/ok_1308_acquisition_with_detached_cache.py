import torch

train_x, train_y = torch.tensor([0.1, 0.5, 0.9]), torch.tensor([0.3, -0.2, 0.4])
lengthscale = torch.tensor(0.3, requires_grad=True)


def kernel(a, b):
    return torch.exp(-(a[:, None] - b[None, :]) ** 2 / (2 * lengthscale ** 2))


solve = torch.linalg.solve(kernel(train_x, train_x) + 0.1 * torch.eye(3), train_y)
mean_cache = solve.detach()
candidate = torch.tensor([0.25], requires_grad=True)
for i in range(3):
    candidate.grad = None
    loss = -(kernel(candidate, train_x) @ mean_cache).sum()
    loss.backward()
    with torch.no_grad():
        candidate.copy_(candidate - 0.01 * candidate.grad)
