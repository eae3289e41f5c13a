import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1713)
online, target = nn.Linear(3, 4), nn.Linear(3, 4).requires_grad_(False)
batch = {"s": torch.randn(5, 3), "s2": torch.randn(5, 3), "a": torch.tensor([0, 3, 1, 2, 2]), "r": torch.randn(5)}


def td_error(b, gamma=0.9):
    q = online(b["s"]).gather(1, b["a"][:, None]).squeeze(1)
    best = online(b["s2"]).argmax(dim=1, keepdim=True)
    q_next = target(b["s2"]).gather(1, best).squeeze(1)
    return b["r"] + gamma * q_next - q


loss = F.smooth_l1_loss(td_error(batch), torch.zeros(5))
loss.backward()
