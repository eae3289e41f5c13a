import torch
import torch.nn as nn

torch.manual_seed(129)
scale = nn.Parameter(torch.tensor([5.2, -0.3]))
feats = torch.randn(6, 2)
for epoch in range(2):
    with torch.no_grad():
        scale.clamp_(0.0, 4.6)
    scale.grad = None
    loss = torch.logsumexp(feats * scale.exp(), 0).mean()
    loss.backward()
