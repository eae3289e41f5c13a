import torch
import torch.nn as nn


class Bucket(nn.Module):
    """Conceptual rainfall-runoff model with one soil store."""

    def __init__(self, capacity=5.0):
        super().__init__()
        self.capacity = capacity
        self.beta = nn.Parameter(torch.tensor([1.3, 0.7]))
        self.infiltration = nn.Parameter(torch.tensor([0.4, 0.6]))

    def forward(self, rain, pet):
        store = torch.full((2,), 2.0)
        flow = []
        for r, e in zip(rain, pet):
            wetness = store / self.capacity
            runoff = r * wetness.pow(self.beta)
            wetness *= 0.9
            store = store + r * self.infiltration - e * wetness
            flow.append(runoff)
        return torch.stack(flow)


torch.manual_seed(3)
bucket = Bucket()
rain, pet = torch.rand(4), 0.3 * torch.rand(4)
observed = torch.rand(4, 2)
loss = (bucket(rain, pet) - observed).square().mean()
loss.backward()
print(bucket.beta.grad)
