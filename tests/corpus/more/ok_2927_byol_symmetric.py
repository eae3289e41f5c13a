import copy
import torch
from torch import nn
import torch.nn.functional as F


def singleton(cache_key):
    def inner_fn(fn):
        def wrapper(self, *args, **kwargs):
            instance = getattr(self, cache_key)
            if instance is not None:
                return instance
            instance = fn(self, *args, **kwargs)
            setattr(self, cache_key, instance)
            return instance
        return wrapper
    return inner_fn


def loss_fn(x, y):
    x = F.normalize(x, dim=-1, p=2)
    y = F.normalize(y, dim=-1, p=2)
    return 2 - 2 * (x * y).sum(dim=-1)


class EMA:
    def __init__(self, beta):
        self.beta = beta

    def update_average(self, old, new):
        return new if old is None else old * self.beta + (1 - self.beta) * new


class BYOL(nn.Module):
    def __init__(self, encoder, dim):
        super().__init__()
        self.online = encoder
        self.predictor = nn.Sequential(nn.Linear(dim, 6), nn.BatchNorm1d(6), nn.ReLU(inplace=True), nn.Linear(6, dim))
        self.target_encoder = None
        self.ema = EMA(0.8)

    @singleton("target_encoder")
    def _get_target_encoder(self):
        target = copy.deepcopy(self.online)
        for p in target.parameters():
            p.requires_grad = False
        return target

    def update_moving_average(self):
        for cur, ma in zip(self.online.parameters(), self.target_encoder.parameters()):
            ma.data = self.ema.update_average(ma.data, cur.data)

    def forward(self, x):
        one, two = x + 0.1 * torch.randn_like(x), x * (1 + 0.1 * torch.randn_like(x))
        pred_one, pred_two = (self.predictor(self.online(v)) for v in (one, two))
        with torch.no_grad():
            target = self._get_target_encoder()
            t_one, t_two = target(one).detach_(), target(two).detach_()
        return (loss_fn(pred_one, t_two.detach()) + loss_fn(pred_two, t_one.detach())).mean()


torch.manual_seed(77)
encoder = nn.Sequential(nn.Linear(4, 5), nn.BatchNorm1d(5), nn.ReLU(inplace=True), nn.Linear(5, 3))
learner = BYOL(encoder, dim=3)
learner._get_target_encoder()
opt = torch.optim.Adam([*learner.online.parameters(), *learner.predictor.parameters()], lr=3e-3)
for _ in range(3):
    images = torch.randn(8, 4)
    loss = learner(images)
    opt.zero_grad()
    loss.backward()
    opt.step()
    learner.update_moving_average()
