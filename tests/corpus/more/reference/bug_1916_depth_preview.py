import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(364)
head = nn.Linear(3, 1)
gallery = []


def preview(depth):
    img = depth.detach().clone()
    img.clamp_(0.0, 1.0)
    gallery.append((255 * img).to(torch.uint8))


def scale_invariant(log_pred, log_true):
    diff = log_pred - log_true
    return diff.pow(2).mean() - 0.5 * diff.mean().pow(2)


depth = F.softplus(3.0 * head(torch.randn(6, 3))) + 0.05
log_depth = torch.log(depth)
preview(depth)
loss = scale_invariant(log_depth, torch.randn(6, 1))
loss.backward()
