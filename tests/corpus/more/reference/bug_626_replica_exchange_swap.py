import torch

torch.manual_seed(626)
theta = torch.tensor([0.6, -0.4], requires_grad=True)
temps = torch.tensor([1.0, 1.5, 2.5])


def drift(chains, theta):
    return chains + 0.1 * torch.outer(temps, theta)


def exchange(chains, i, j):
    order = list(range(len(chains)))
    order[i], order[j] = order[j], order[i]
    return chains[order]


start = torch.randn(3, 2)
chains = drift(start, theta)
chains = exchange(chains, 0, 2)
cold = chains[0]
hot = chains[2]
loss = (cold - 1).pow(2).sum() + 0.3 * (hot + 1).pow(2).sum()
loss.backward()
