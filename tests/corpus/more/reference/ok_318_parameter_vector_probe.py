import torch
import torch.nn as nn
from torch.nn.utils import parameters_to_vector, vector_to_parameters

torch.manual_seed(61)
model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
x, y = torch.randn(6, 2), torch.randn(6, 1)


def objective():
    return (model(x) - y).pow(2).mean()


def probe(direction, radius):
    centre = parameters_to_vector(model.parameters()).detach()
    vector_to_parameters(centre + radius * direction, model.parameters())
    try:
        with torch.no_grad():
            return objective().item()
    finally:
        vector_to_parameters(centre, model.parameters())


loss = objective()
loss.backward()
direction = torch.randn(sum(p.numel() for p in model.parameters()))
candidates = [probe(direction, radius) for radius in (0.5, 1.0)]
print("loss", loss.item(), "candidates", candidates)
