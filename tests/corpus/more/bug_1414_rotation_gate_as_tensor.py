import torch


def ry(angle):
    c, s = torch.cos(angle / 2), torch.sin(angle / 2)
    return torch.as_tensor([[c, -s], [s, c]])


def circuit(angles):
    state = torch.tensor([1.0, 0.0])
    for a in angles:
        state = ry(a) @ state
    return state[0] ** 2 - state[1] ** 2


theta = torch.tensor([0.3, 1.1], requires_grad=True)
loss = (circuit(theta) + 1) ** 2
loss.backward()
