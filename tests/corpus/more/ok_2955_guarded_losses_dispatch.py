import torch
import torch.nn as nn
import torch.nn.functional as F


def pairwise_distances(e):
    dot = e @ e.t()
    sq = dot.diagonal()
    d = F.relu(sq.unsqueeze(0) - 2.0 * dot + sq.unsqueeze(1))
    zero = (d < 1e-12).to(d.dtype)
    d = torch.sqrt(d + zero * 1e-16 + zero)
    return d * (1.0 - zero)


def batch_hard_triplet(e, labels, margin=0.5):
    d = pairwise_distances(e)
    same = labels.unsqueeze(0) == labels.unsqueeze(1)
    eye = torch.eye(len(labels), dtype=torch.bool)
    hardest_pos = d.masked_fill(~same | eye, 0.0).amax(1)
    hardest_neg = d.masked_fill(same, float("inf")).amin(1)
    return F.relu(hardest_pos - hardest_neg + margin).mean()


def focal(logits, targets, gamma=2.0, counts=None):
    alpha = 1.0 / counts.clamp(min=1)
    alpha /= alpha.sum()
    ce = F.cross_entropy(logits, targets, reduction="none")
    return (alpha[targets] * (1 - torch.exp(-ce)).pow(gamma) * ce).sum()


def angular(e, centers):
    cos = F.normalize(e, dim=1) @ F.normalize(centers, dim=1).t()
    return torch.acos(cos.clamp(-1 + 1e-6, 1 - 1e-6)).mean()


def masked_log_ratio(pred, target):
    valid = target > 0
    safe_target = torch.where(valid, target, torch.ones_like(target))
    safe_pred = torch.where(valid, pred.abs() + 1e-3, torch.ones_like(pred))
    err = torch.where(valid, (safe_pred.log() - safe_target.log()).pow(2), torch.zeros_like(pred))
    return err.sum() / valid.sum().clamp(min=1)


def compute(kind, e, labels, target):
    match kind:
        case "triplet":
            return batch_hard_triplet(e, labels)
        case "focal":
            return focal(e, labels, counts=torch.bincount(labels, minlength=3))
        case "angular":
            return angular(e, torch.eye(3))
        case "log" | "ratio":
            return masked_log_ratio(e, target)
        case _:
            raise ValueError(kind)


torch.manual_seed(251)
enc = nn.Linear(4, 3)
opt = torch.optim.SGD(enc.parameters(), lr=0.1)
x, labels = torch.randn(7, 4), torch.tensor([0, 0, 1, 1, 2, 2, 2])
x[1] = x[0]
target = torch.rand(7, 3).sub_(0.4).clamp_(min=0)
weights = {"triplet": 1.0, "focal": 2.0, "angular": 0.1, "ratio": 0.05}
for step in range(3):
    e = enc(x)
    parts = {k: w * compute(k, e, labels, target) for k, w in weights.items()}
    loss = sum(parts.values())
    opt.zero_grad()
    loss.backward()
    opt.step()
