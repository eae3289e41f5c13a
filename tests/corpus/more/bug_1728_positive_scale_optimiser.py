import torch
import torch.nn.functional as F
from torch.distributions import Normal

STORE = {}


def param(name, init, positive=False):
    if name not in STORE:
        raw = torch.tensor(init, requires_grad=True)
        STORE[name] = F.softplus(raw) if positive else raw
    return STORE[name]


def guide():
    return Normal(param("loc", 0.3), param("scale", 0.5, positive=True))


torch.manual_seed(1728)
guide()
opt = torch.optim.Adam(STORE.values(), lr=0.01)
q = guide()
z = q.rsample((16,))
loss = (q.log_prob(z) - Normal(1.0, 2.0).log_prob(z)).mean()
loss.backward()
opt.step()
