import torch
import torch.nn as nn


class PenalisedObjective(nn.Module):
    def __init__(self, target=0.01):
        super().__init__()
        self.target = target
        self.register_buffer("beta", torch.tensor(0.5))

    def adapt(self, kl):
        if kl > 1.5 * self.target:
            self.beta = self.beta * 2.0
        elif kl < self.target / 1.5:
            self.beta = self.beta / 2.0

    def forward(self, logp, old_logp, adv):
        ratio = (logp - old_logp).exp()
        kl = (ratio - 1.0 - (logp - old_logp)).mean()
        loss = -(ratio * adv).mean() + self.beta * kl
        self.adapt(kl.item())
        return loss


torch.manual_seed(216)
pi = nn.Linear(3, 2)
obs, act, adv = torch.randn(4, 3), torch.tensor([[0], [1], [1], [0]]), torch.randn(4, 1)
old_logp = torch.log_softmax(torch.randn(4, 2), -1).gather(1, act)
objective = PenalisedObjective()
loss = objective(torch.log_softmax(pi(obs), -1).gather(1, act), old_logp, adv)
loss.backward()
