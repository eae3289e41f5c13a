import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call, grad_and_value, vmap

torch.manual_seed(117)
CLIP, SIGMA, LR = 0.6, 0.2, 0.3
model = nn.Linear(4, 3)
opt = torch.optim.SGD(model.parameters(), lr=LR)
x = torch.randn(18, 4)
y = x[:, :3].argmax(1)
noise_rng = torch.Generator().manual_seed(2)


def sample_loss(params, xi, yi):
    logits = functional_call(model, params, (xi.unsqueeze(0),))
    return F.cross_entropy(logits, yi.unsqueeze(0))


per_sample = vmap(grad_and_value(sample_loss), in_dims=(None, 0, 0))


def private_step(xb, yb):
    params = {k: v.detach() for k, v in model.named_parameters()}
    grads, losses = per_sample(params, xb, yb)
    norms = torch.stack([g.flatten(1).norm(dim=1) for g in grads.values()]).norm(dim=0)
    scale = (CLIP / (norms + 1e-6)).clamp(max=1.0)
    record = {
        "loss": losses.mean().item(),
        "raw": {k: g.mean(0) for k, g in grads.items()},
        "clipped": (scale < 1).float().mean().item(),
    }
    noisy = {}
    for k, g in grads.items():
        total = torch.einsum("i,i...->...", scale, g)
        total += SIGMA * CLIP * torch.randn(total.shape, generator=noise_rng)
        noisy[k] = total / len(xb)
    return record, noisy


def accuracy():
    with torch.no_grad():
        return (model(x).argmax(1) == y).float().mean().item()


curve = []
for epoch in range(3):
    for xb, yb in zip(x.split(6), y.split(6)):
        record, noisy = private_step(xb, yb)
        opt.zero_grad(set_to_none=True)
        for k, p in model.named_parameters():
            p.grad = noisy[k].clone()
        opt.step()
    curve.append((record["loss"], record["clipped"], accuracy()))
for row in curve:
    print("loss %.4f clipped %.2f acc %.2f" % row)
