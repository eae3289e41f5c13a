import torch
import torch.nn as nn
from torch.distributions import Categorical


class SharedNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 6), nn.Tanh())
        self.pi = nn.Linear(6, 2)
        self.v = nn.Linear(6, 1)

    def forward(self, obs):
        z = self.trunk(obs)
        return Categorical(logits=self.pi(z)), self.v(z).squeeze(-1)


def update(net, opt_v, opt_pi, obs, actions, returns):
    dist, value = net(obs)
    adv = (returns - value).detach()
    value_loss = (returns - value).pow(2).mean()
    policy_loss = -(dist.log_prob(actions) * adv).mean()
    opt_v.zero_grad()
    value_loss.backward(retain_graph=True)
    value_grads = [p.grad.clone() for g in opt_v.param_groups for p in g["params"]]
    opt_pi.zero_grad()
    policy_loss.backward()
    opt_pi.step()
    for g, p in zip(value_grads, [p for gr in opt_v.param_groups for p in gr["params"]]):
        p.data.add_(g, alpha=-opt_v.param_groups[0]["lr"])


torch.manual_seed(40)
net = SharedNet()
opt_v = torch.optim.SGD([*net.trunk.parameters(), *net.v.parameters()], lr=0.1)
opt_pi = torch.optim.SGD([*net.trunk.parameters(), *net.pi.parameters()], lr=0.1)
update(net, opt_v, opt_pi, torch.randn(4, 3), torch.tensor([0, 1, 1, 0]), torch.randn(4))
