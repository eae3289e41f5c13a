import torch
import torch.nn as nn
import torch.nn.functional as F


class IGA:
    def __init__(self, penalty=10.0):
        self.network = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
        self.penalty = penalty

    def update(self, minibatches):
        params = list(self.network.parameters())
        losses = [F.cross_entropy(self.network(x), y) for x, y in minibatches]
        grads = [torch.autograd.grad(l, params, retain_graph=True) for l in losses]
        mean_loss = sum(losses) / len(losses)
        mean_grad = torch.autograd.grad(mean_loss, params, retain_graph=True)
        spread = 0.0
        for grad in grads:
            for g, mean_g in zip(grad, mean_grad):
                spread += (g - mean_g).pow(2).sum()
        self.network.zero_grad()
        (mean_loss + self.penalty * spread).backward()


torch.manual_seed(2733)
algorithm = IGA()
envs = [(torch.randn(5, 3) + i, torch.randint(0, 2, (5,))) for i in range(2)]
algorithm.update(envs)
