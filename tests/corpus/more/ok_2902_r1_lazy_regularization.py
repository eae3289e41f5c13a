import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import autograd
from types import SimpleNamespace

args = SimpleNamespace(r1=10.0, d_reg_every=2, lr=2e-3, batch=4, iters=4)
torch.manual_seed(3)


class Disc(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 3, 3, padding=1)
        self.head = nn.Linear(3 * 4, 1)

    def forward(self, img):
        h = F.leaky_relu(self.conv(img), 0.2, inplace=True)
        h = F.avg_pool2d(h, 2)
        return self.head(h.flatten(1))


def requires_grad(model, flag=True):
    for p in model.parameters():
        p.requires_grad = flag


def d_logistic_loss(real_pred, fake_pred):
    return F.softplus(-real_pred).mean() + F.softplus(fake_pred).mean()


def d_r1_loss(real_pred, real_img):
    grad_real, = autograd.grad(outputs=real_pred.sum(), inputs=real_img, create_graph=True)
    return grad_real.pow(2).reshape(grad_real.shape[0], -1).sum(1).mean()


G = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Unflatten(1, (1, 4, 4)))
D = Disc()
d_optim = torch.optim.Adam(D.parameters(), lr=args.lr, betas=(0.0, 0.99))
loss_dict = {}
for i in range(args.iters):
    requires_grad(G, False)
    requires_grad(D, True)
    real_img = torch.rand(args.batch, 1, 4, 4) * 2 - 1
    fake_img = G(torch.randn(args.batch, 5))
    d_loss = d_logistic_loss(D(real_img), D(fake_img))
    loss_dict["d"] = d_loss
    D.zero_grad()
    d_loss.backward()
    d_optim.step()

    if (i + 1) % args.d_reg_every == 0:
        real_img.requires_grad = True
        real_pred = D(real_img)
        d_regularize = d_r1_loss(real_pred, real_img)
        D.zero_grad()
        (args.r1 / 2 * d_regularize * args.d_reg_every + 0 * real_pred[0]).sum().backward()
        d_optim.step()
        loss_dict["r1"] = d_regularize
print({k: round(v.item(), 4) for k, v in loss_dict.items()})
