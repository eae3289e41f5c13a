import torch
import torch.nn as nn

torch.manual_seed(52)
model = nn.Sequential(nn.Linear(2, 3), nn.Sigmoid(), nn.Linear(3, 1))
x, y = torch.randn(6, 2), torch.randn(6, 1)


def flat():
    return torch.cat([p.detach().flatten() for p in model.parameters()])


def load_flat(vector):
    sizes = [p.numel() for p in model.parameters()]
    for p, chunk in zip(model.parameters(), vector.split(sizes)):
        p.data.copy_(chunk.view_as(p))


def objective():
    return nn.functional.mse_loss(model(x), y)


loss = objective()
direction = torch.randn(13)
load_flat(flat() + 0.5 * direction / direction.norm())
with torch.no_grad():
    sharpness = objective() - loss
loss.backward()
print(f"sharpness {sharpness.item():.3f}")
