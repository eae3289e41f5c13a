import torch


def rosenbrock(t):
    return (1 - t[0]) ** 2 + 10 * (t[1] - t[0] ** 2) ** 2


theta = torch.tensor([-0.5, 0.4], requires_grad=True)
velocity = torch.zeros(2)
for _ in range(3):
    g = torch.autograd.grad(rosenbrock(theta), theta)[0]
    velocity = 0.8 * velocity + g
    theta = (theta - 0.01 * velocity).detach().requires_grad_()
loss = rosenbrock(theta)
loss.backward()
