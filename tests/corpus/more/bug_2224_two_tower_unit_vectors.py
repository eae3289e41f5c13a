import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2224)
towers = nn.ModuleDict({"user": nn.Linear(4, 3), "item": nn.Linear(5, 3)})


def encode(side: str, batch: torch.Tensor) -> torch.Tensor:
    vec = towers[side](batch)
    return vec.div_(vec.norm(dim=-1, keepdim=True))


def in_batch_loss(users, items, temperature=0.2):
    logits = encode("user", users) @ encode("item", items).T / temperature
    return F.cross_entropy(logits, torch.arange(len(users)))


loss = in_batch_loss(torch.randn(4, 4), torch.randn(4, 5))
loss.backward()
print(round(loss.item(), 4))
