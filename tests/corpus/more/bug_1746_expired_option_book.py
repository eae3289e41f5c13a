from dataclasses import dataclass

import torch

norm = torch.distributions.Normal(0.0, 1.0)


@dataclass
class Book:
    strike: torch.Tensor
    tau: torch.Tensor

    def value(self, spot, vol):
        sd = vol * self.tau.sqrt()
        d1 = torch.log(spot / self.strike) / sd + 0.5 * sd
        live = spot * norm.cdf(d1) - self.strike * norm.cdf(d1 - sd)
        expired = torch.relu(spot - self.strike)
        return torch.where(self.tau > 0, live, expired)


book = Book(torch.tensor([95.0, 100.0, 90.0]), torch.tensor([0.5, 0.25, 0.0]))
spot = torch.tensor(101.0, requires_grad=True)
vol = torch.tensor(0.3, requires_grad=True)
loss = book.value(spot, vol).sum()
loss.backward()
print(loss.item())
