import torch
import torch.nn as nn

torch.manual_seed(2708)
phi = nn.Linear(3, 4)
rho = nn.Linear(4, 1)
baskets = [torch.randn(n, 3) for n in (2, 4, 3)]


def pool(basket):
    total = torch.zeros(4)
    for item in basket:
        total += torch.tanh(phi(item))
    total /= len(basket)
    return total


loss = torch.zeros(())
for basket in baskets:
    score = rho(pool(basket))
    score *= 0.5
    loss += score.square().sum()
loss.backward()
