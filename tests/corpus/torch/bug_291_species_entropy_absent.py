import torch


def shannon(counts):
    p = counts / counts.sum()
    terms = torch.where(p > 0, p * torch.log(p), torch.zeros_like(p))
    return -terms.sum()


counts = torch.tensor([12.0, 0.0, 5.0, 3.0], requires_grad=True)
effort = torch.tensor([1.0, 1.0, 0.5, 2.0])
loss = shannon(counts * effort)
loss.backward()
print("diversity", loss.item(), counts.grad)
