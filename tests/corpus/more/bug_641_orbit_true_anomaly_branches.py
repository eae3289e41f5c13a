import torch


def semi_latus_speed(ecc, mean_motion):
    bound = torch.sqrt(1 - ecc) * mean_motion
    escape = torch.sqrt(ecc - 1) * mean_motion
    return torch.where(ecc < 1, bound, escape)


def misfit(ecc, observed):
    speed = semi_latus_speed(ecc, torch.tensor([1.0, 0.7, 1.4, 0.9]))
    return (speed - observed).pow(2).sum()


ecc = torch.tensor([0.2, 1.5, 0.6, 2.1], requires_grad=True)
observed = torch.tensor([0.8, 0.6, 1.0, 1.1])
loss = misfit(ecc, observed)
loss.backward()
print(loss.item(), ecc.grad)
