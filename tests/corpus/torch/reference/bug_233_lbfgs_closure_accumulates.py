import torch
import torch.nn as nn


class YieldCurve(nn.Module):
    """Nelson-Siegel with a fixed decay."""

    def __init__(self):
        super().__init__()
        self.coef = nn.Parameter(torch.tensor([0.02, -0.01, 0.01]))

    def forward(self, tau, decay=1.5):
        load = (1 - torch.exp(-tau / decay)) / (tau / decay)
        basis = torch.stack([torch.ones_like(tau), load, load - torch.exp(-tau / decay)], dim=-1)
        return basis @ self.coef


maturities = torch.tensor([0.25, 1.0, 2.0, 5.0, 10.0])
yields = torch.tensor([0.5, 0.9, 1.3, 2.0, 2.4])
curve = YieldCurve()
optimizer = torch.optim.LBFGS(curve.parameters(), lr=0.2, max_iter=3)


def closure():
    optimizer.zero_grad()
    loss = (curve(maturities) - yields).pow(2).sum()
    loss.backward()
    return loss


loss = optimizer.step(closure)
print("fit", curve.coef.data)
