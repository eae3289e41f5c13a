import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(307)
N_CLASSES = 4
encoder = nn.Linear(3, N_CLASSES)


def entropy_and_topk(logits, keep=2):
    probs = F.softmax(logits, dim=1)
    ent = -(probs * torch.log(probs + 1e-8)).sum(dim=1)
    cutoff = probs.detach().topk(keep, dim=1).values[:, -1:]
    probs = probs.masked_fill(probs < cutoff, 0.0)
    return probs / probs.sum(dim=1, keepdim=True), ent


def train_step(batch, opt):
    weak, strong = batch
    pseudo, ent = entropy_and_topk(encoder(weak))
    logp = F.log_softmax(encoder(strong), dim=1)
    loss = -(pseudo * logp).sum(1).mean() + 0.2 * ent.mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


opt = torch.optim.SGD(encoder.parameters(), lr=0.05)
unlabelled = torch.randn(5, 3)
batch = (unlabelled, unlabelled + 0.1 * torch.randn(5, 3))
print(train_step(batch, opt))
