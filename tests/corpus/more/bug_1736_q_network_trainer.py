import torch
import torch.nn as nn


class Trainer:
    def __init__(self, model, lr=0.05, bound=0.1):
        self.model, self.bound = model, bound
        self.opt = torch.optim.SGD(model.parameters(), lr=lr)

    def clip(self):
        for p in self.model.parameters():
            p.grad.data.clamp(-self.bound, self.bound)

    def step(self, state, target):
        loss = nn.functional.smooth_l1_loss(self.model(state), target)
        self.opt.zero_grad()
        loss.backward()
        self.clip()
        self.opt.step()
        return loss.item()


torch.manual_seed(1736)
q_net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
trainer = Trainer(q_net)
trainer.step(3 * torch.randn(8, 3), torch.randn(8, 1))
