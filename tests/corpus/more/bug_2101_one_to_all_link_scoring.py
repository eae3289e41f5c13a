import torch
import torch.nn as nn
import torch.nn.functional as F


class DistMult(nn.Module):
    def __init__(self, n_entities, n_relations, dim):
        super().__init__()
        self.entity = nn.Embedding(n_entities, dim)
        self.relation = nn.Embedding(n_relations, dim)

    def score_all(self, head, rel):
        return (self.entity(head) * self.relation(rel)) @ self.entity.weight.t()

    def normalize_entities(self):
        w = self.entity.weight.data
        w.div_(w.norm(dim=1, keepdim=True))


def train_step(model, opt, batch):
    head, rel, tail = batch
    opt.zero_grad()
    scores = model.score_all(head, rel)
    model.normalize_entities()
    loss = F.cross_entropy(scores, tail)
    loss.backward()
    return loss.item()


torch.manual_seed(12)
model = DistMult(5, 2, 3)
opt = torch.optim.Adagrad(model.parameters(), lr=0.1)
batch = torch.tensor([0, 1, 2]), torch.tensor([0, 1, 0]), torch.tensor([3, 4, 1])
train_step(model, opt, batch)
