import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1404)
encoder = nn.Linear(3, 2)
queue = F.normalize(torch.randn(2, 6), dim=0)
state = {"ptr": 0, "queue": queue}


@torch.no_grad()
def enqueue(keys):
    lo = state["ptr"]
    state["queue"][:, lo : lo + len(keys)] = keys.T
    state["ptr"] = (lo + len(keys)) % state["queue"].size(1)


def info_nce(q, k, tau=0.3):
    pos = (q * k).sum(1, keepdim=True)
    neg = q @ torch.tensor(state["queue"].tolist())
    enqueue(k)
    logits = torch.cat([pos, neg], dim=1)
    logits.div_(tau)
    return F.cross_entropy(logits, torch.zeros(len(q), dtype=torch.long))


views = torch.randn(2, 3, 3)
keys = F.normalize(torch.randn(3, 2), dim=1)
loss = info_nce(F.normalize(encoder(views[0]), dim=1), keys) + info_nce(F.normalize(encoder(views[1]), dim=1), keys)
loss.backward()
print("pointer", state["ptr"])
