import torch
import torch.nn as nn


class Epidemic(nn.Module):
    def __init__(self, regions):
        super().__init__()
        self.log_beta = nn.Parameter(torch.zeros(regions) - 0.5)
        self.log_gamma = nn.Parameter(torch.tensor(-1.5))

    def forward(self, first_cases, days):
        infected = first_cases.clone()
        susceptible = 1 - infected
        curve = []
        for _ in range(days):
            new = self.log_beta.exp() * susceptible * infected
            healed = self.log_gamma.exp() * infected
            susceptible -= new
            infected += new - healed
            curve.append(new)
        return torch.stack(curve)


torch.manual_seed(613)
model = Epidemic(2)
first_cases = torch.tensor([0.02, 0.05])
reported = torch.rand(4, 2) * 0.05
loss = (model(first_cases, 4) - reported).pow(2).sum() * 100
loss.backward()
