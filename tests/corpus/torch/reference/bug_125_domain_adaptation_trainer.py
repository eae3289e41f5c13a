import torch
import torch.nn as nn
import torch.nn.functional as F


class Trainer:
    def __init__(self, dim):
        self.encoder = nn.Linear(dim, 4)
        self.classifier = nn.Linear(4, 2)
        self.domain = nn.Linear(4, 1)
        self.opt_task = torch.optim.Adam([*self.encoder.parameters(), *self.classifier.parameters()], lr=1e-2)
        self.opt_domain = torch.optim.Adam([*self.encoder.parameters(), *self.domain.parameters()], lr=1e-2)

    def _apply(self, optimizer, objective, keep=False):
        optimizer.zero_grad()
        objective.backward(retain_graph=keep)
        optimizer.step()

    def fit_batch(self, xs, ys, xt):
        zs = torch.tanh(self.encoder(xs))
        zt = torch.tanh(self.encoder(xt))
        w, b = self.classifier.weight.clone(), self.classifier.bias.clone()
        logits = F.linear(zs, w, b)
        confusion = self.domain(torch.cat([zs, zt])).mean()
        task = F.cross_entropy(logits, ys)
        self._apply(self.opt_task, task, keep=True)
        self._apply(self.opt_domain, confusion + 0.1 * task)
        return task.item()


torch.manual_seed(71)
trainer = Trainer(3)
xs, xt = torch.randn(5, 3), torch.randn(5, 3) + 1
ys = torch.tensor([0, 1, 1, 0, 1])
print("task", trainer.fit_batch(xs, ys, xt))
