import torch

torch.manual_seed(744)
theta = torch.zeros(2, requires_grad=True)
A = torch.tensor([[3.0, 0.5], [0.5, 1.0]])
b = torch.tensor([1.0, -2.0])
opt = torch.optim.LBFGS([theta], lr=0.1, max_iter=3)


def closure():
    opt.zero_grad()
    loss = 0.5 * theta @ A @ theta - b @ theta
    loss.backward()
    return loss


opt.step(closure)
print(theta, theta.grad)
