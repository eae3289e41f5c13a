import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1126)
trunk, cls_head, box_head = nn.Linear(4, 3), nn.Linear(3, 2), nn.Linear(3, 4)
opt = torch.optim.SGD([*trunk.parameters(), *cls_head.parameters(), *box_head.parameters()], lr=0.05)


def losses(x, cls, box):
    h = torch.relu(trunk(x))
    log = {}
    log["cls"] = F.cross_entropy(cls_head(h), cls)
    log["box"] = F.smooth_l1_loss(box_head(h), box)
    log["decay"] = 1e-3 * sum(p.pow(2).sum() for p in trunk.parameters())
    return log


batch = torch.randn(5, 4), torch.tensor([0, 1, 1, 0, 1]), torch.rand(5, 4)
log = losses(*batch)
opt.zero_grad()
total = sum(log.values())
total.backward()
opt.step()
