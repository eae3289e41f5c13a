import torch
import torch.nn as nn
import torch.nn.functional as F


class MaskedTrainer:
    def __init__(self, model, density=0.5):
        self.model = model
        self.opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
        self.masks = {n: (torch.rand_like(p) < density) for n, p in model.named_parameters() if p.dim() > 1}
        self.on_minibatch_end()

    def on_minibatch_end(self):
        for n, p in self.model.named_parameters():
            if n in self.masks:
                p.data.mul_(self.masks[n])

    def fit(self, batches):
        for x, y in batches:
            self.opt.zero_grad()
            loss = F.cross_entropy(self.model(x), y)
            loss.backward()
            self.opt.step()
            self.on_minibatch_end()


torch.manual_seed(117)
model = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 2))
trainer = MaskedTrainer(model)
trainer.fit([(torch.randn(4, 3), torch.tensor([0, 1, 1, 0])) for _ in range(3)])
