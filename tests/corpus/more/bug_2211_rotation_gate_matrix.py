import torch

torch.manual_seed(2211)
theta = torch.tensor(0.6, requires_grad=True)
phase = torch.tensor(0.3, requires_grad=True)


def ry(angle):
    c, s = torch.cos(angle / 2), torch.sin(angle / 2)
    return torch.tensor([[c, -s], [s, c]])


def expectation_x(angle, phi):
    state = ry(angle) @ torch.tensor([1.0, 0.0])
    return 2 * state[0] * state[1] * torch.cos(phi)


loss = (expectation_x(theta, phase) - 0.9) ** 2
loss.backward()
print("theta.grad", theta.grad, "phase.grad", phase.grad)
