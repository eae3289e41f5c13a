import torch

v = torch.tensor([0.0, 0.25, -4.0], requires_grad=True)
part = v[1:]
loss = ((part.abs().sqrt() * part.sign()) * torch.tensor([1.0, 2.0])).sum()
loss.backward()
