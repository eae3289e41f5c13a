import torch
import torch.nn as nn


class ClippedCritic:
    def __init__(self, critic, bound, lr):
        self.critic, self.bound = critic, bound
        self.opt = torch.optim.SGD(critic.parameters(), lr=lr)

    def gap(self, real, fake):
        return self.critic(fake).tanh().mean() - self.critic(real).tanh().mean()

    def update(self, real, fake):
        self.opt.zero_grad()
        loss = self.gap(real, fake)
        loss.backward()
        self.opt.step()
        for p in self.critic.parameters():
            p.data.clamp_(-self.bound, self.bound)
        return loss.detach()


torch.manual_seed(3215)
critic = nn.Linear(2, 1)
trainer = ClippedCritic(critic, bound=0.3, lr=0.5)
reals, fakes = torch.randn(3, 5, 2) + 1, torch.randn(3, 5, 2)
trace = [trainer.update(r, f) for r, f in zip(reals, fakes)]
print("gap", [round(t.item(), 4) for t in trace])
