import torch
from torch import nn


class PolicyGradient:
    def __init__(self, actor: nn.Module, bound: float):
        self.actor, self.bound = actor, bound

    def weigh(self, returns, values):
        advantage = returns - values
        advantage = advantage.clamp(-self.bound, self.bound)
        return advantage

    def loss(self, batch):
        log_prob = torch.log_softmax(self.actor(batch["obs"]), dim=-1)
        chosen = log_prob.gather(1, batch["action"]).squeeze(1)
        return -(chosen * self.weigh(batch["returns"], batch["values"])).mean()


torch.manual_seed(350)
actor = nn.Linear(3, 2)
batch = dict(obs=torch.randn(5, 3), action=torch.randint(0, 2, (5, 1)),
             returns=3 * torch.randn(5), values=torch.randn(5))
loss = PolicyGradient(actor, bound=1.0).loss(batch)
loss.backward()
