import torch

offset = torch.tensor([-1.5, 0.0, 0.25], requires_grad=True)
width = torch.tensor([1.0, 2.0, 0.5])


def beam(offset):
    return torch.where(offset == 0, torch.ones_like(offset), torch.sin(torch.pi * width * torch.where(offset == 0, torch.ones_like(offset), offset)) / (torch.pi * width * torch.where(offset == 0, torch.ones_like(offset), offset))).pow(2)


loss = beam(offset).sum()
loss.backward()
print("grad", offset.grad)
