import torch


def speed(ecc, motion):
    bound = ecc < 1
    inside = torch.where(bound, 1 - ecc, torch.ones_like(ecc))
    outside = torch.where(bound, torch.ones_like(ecc), ecc - 1)
    return motion * torch.where(bound, torch.sqrt(inside), torch.sqrt(outside))


def misfit(ecc, observed):
    motion = torch.tensor([1.0, 0.7, 1.4, 0.9])
    return (speed(ecc, motion) - observed).pow(2).sum()


ecc = torch.tensor([0.2, 1.5, 0.6, 2.1], requires_grad=True)
observed = torch.tensor([0.8, 0.6, 1.0, 1.1])
loss = misfit(ecc, observed)
loss.backward()
print(ecc.grad)
