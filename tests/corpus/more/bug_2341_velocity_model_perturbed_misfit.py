import torch

torch.manual_seed(1141)
velocity = torch.tensor([1.5, 2.0, 2.5, 3.0], requires_grad=True)
depth = torch.tensor([0.5, 1.0, 1.0, 2.0])
observed = torch.tensor([0.4, 0.9, 1.2, 2.1])


def travel_times(v):
    return torch.cumsum(depth / v, dim=0)


def misfit(v):
    return (travel_times(v) - observed).pow(2).sum()


def robust_misfit(v, draws=2, sigma=0.2):
    total = misfit(v)
    for _ in range(draws):
        v.data += sigma * torch.randn(4)
        total = total + misfit(v)
    return total / (draws + 1)


loss = robust_misfit(velocity)
loss.backward()
print("grad", velocity.grad)
