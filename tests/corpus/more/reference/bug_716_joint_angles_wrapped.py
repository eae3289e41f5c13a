import math
import torch


def energy(angles, stiffness):
    return (stiffness * angles ** 2).sum()


torch.manual_seed(716)
angles = torch.tensor([0.4, 4.0, -3.6], requires_grad=True)
stiffness = torch.tensor([1.0, 0.5, 2.0])

loss = energy(angles, stiffness)
loss.backward()
angles.data = torch.remainder(angles.data + math.pi, 2 * math.pi) - math.pi
print("loss", loss.item(), "grad", angles.grad)
