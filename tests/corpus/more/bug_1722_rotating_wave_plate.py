import torch


class Rotator:
    def __init__(self):
        self.m = torch.zeros(2, 2)

    def set_angle(self, theta):
        c, s = torch.cos(theta), torch.sin(theta)
        self.m[0, 0] = c
        self.m[0, 1] = -s
        self.m[1, 0] = s
        self.m[1, 1] = c
        return self


plate = Rotator()
retarder = torch.tensor([[1.0, 0.0], [0.0, -1.0]])


def transmit(field, angles):
    for theta in angles:
        field = plate.set_angle(theta).m @ field
        field = retarder @ field
    return field


angles = torch.tensor([0.2, 0.7, -0.4], requires_grad=True)
out = transmit(torch.tensor([[1.0], [0.5]]), angles)
loss = (out[0] ** 2).sum()
loss.backward()
