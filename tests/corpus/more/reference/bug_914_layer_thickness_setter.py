import math

import torch


class Stack:
    def __init__(self, index, thickness):
        self.index = index
        self.thickness = torch.stack([torch.as_tensor(t) for t in thickness])

    def reflectance(self, wavelength):
        phase = 2 * math.pi * self.index * self.thickness / wavelength
        return torch.sin(phase).pow(2).mean()


index = torch.tensor([1.5, 2.1], requires_grad=True)
t1 = torch.tensor(0.3, requires_grad=True)
stack = Stack(index, [t1, 0.2])
loss = sum(stack.reflectance(w) for w in (0.5, 0.6, 0.7))
loss.backward()
