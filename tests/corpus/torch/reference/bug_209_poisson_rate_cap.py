import torch
import torch.nn as nn


class PoissonGLM(nn.Module):
    def __init__(self, n_features, max_rate):
        super().__init__()
        self.weight = nn.Parameter(0.8 * torch.randn(n_features))
        self.max_rate = max_rate

    def rate(self, x):
        lam = torch.exp(x @ self.weight)
        return lam + (lam.clamp(max=self.max_rate) - lam).detach()

    def nll(self, x, counts):
        lam = self.rate(x)
        return (lam - counts * torch.log(lam)).mean()


def fit(model, x, counts, steps=1):
    opt = torch.optim.SGD(model.parameters(), lr=0.0)
    for _ in range(steps):
        opt.zero_grad()
        loss = model.nll(x, counts)
        loss.backward()
        opt.step()
    return loss


torch.manual_seed(344)
glm = PoissonGLM(3, max_rate=1.5)
spikes = torch.tensor([0.0, 2.0, 1.0, 4.0, 0.0])
loss = fit(glm, torch.randn(5, 3), spikes)
