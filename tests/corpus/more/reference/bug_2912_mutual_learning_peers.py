import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1312)
x, y = torch.randn(4, 3), torch.tensor([0, 1, 1, 0])
peers = {
    "a": nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)),
    "b": nn.Linear(3, 2),
}
opts = {name: torch.optim.SGD(m.parameters(), lr=0.1) for name, m in peers.items()}
other = {"a": "b", "b": "a"}


def imitation(student, tutor):
    return F.kl_div(student.log_softmax(-1), tutor.log_softmax(-1), log_target=True, reduction="batchmean")


logits = {name: m(x) for name, m in peers.items()}
losses = {n: F.cross_entropy(logits[n], y) + imitation(logits[n], logits[other[n]].detach()) for n in peers}
for name, opt in opts.items():
    opt.zero_grad()
    losses[name].backward(retain_graph=True)
    opt.step()
