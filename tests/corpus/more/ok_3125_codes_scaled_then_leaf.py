import torch
import torch.nn as nn


def make_codes(names, dim, std):
    codes = {}
    for name in names:
        code = torch.randn(dim)
        code *= std
        codes[name] = code.requires_grad_()
    return codes


torch.manual_seed(3226)
codes = make_codes(("left", "right"), dim=2, std=0.1)
decoder = nn.Sequential(nn.Linear(2, 4), nn.Softplus(), nn.Linear(4, 3))
for p in decoder.parameters():
    p.requires_grad_(False)
opt = torch.optim.SGD(codes.values(), lr=0.1)
hidden = decoder[1](decoder[0](torch.stack(list(codes.values()))))
hidden.retain_grad()
loss = (decoder[2](hidden) - torch.ones(3)).square().mean()
loss.backward()
opt.step()
print("saliency", hidden.grad.abs().sum(dim=1))
