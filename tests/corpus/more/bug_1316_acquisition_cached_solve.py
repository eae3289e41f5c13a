import torch

torch.manual_seed(1316)
train_x, train_y = torch.tensor([0.1, 0.5, 0.9]), torch.tensor([0.3, -0.2, 0.4])
lengthscale = torch.tensor(0.3, requires_grad=True)


def kernel(a, b):
    return torch.exp(-(a[:, None] - b[None, :]) ** 2 / (2 * lengthscale ** 2))


mean_cache = torch.linalg.solve(kernel(train_x, train_x) + 0.1 * torch.eye(3), train_y)
candidate = torch.tensor([0.25], requires_grad=True)
opt = torch.optim.SGD([candidate], lr=0.0)
for i in range(3):
    opt.zero_grad()
    loss = -(kernel(candidate, train_x) @ mean_cache).sum()
    loss.backward()
    opt.step()
