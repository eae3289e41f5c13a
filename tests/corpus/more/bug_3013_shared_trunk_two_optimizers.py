import torch
import torch.nn as nn
import torch.optim as optim


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 4), nn.Tanh())
        self.actor = nn.Linear(4, 2)
        self.critic = nn.Linear(4, 1)

    def forward(self, s):
        z = self.trunk(s)
        return torch.log_softmax(self.actor(z), -1), self.critic(z).squeeze(-1)


torch.manual_seed(3014)
net = ActorCritic()
actor_opt = optim.SGD([*net.trunk.parameters(), *net.actor.parameters()], lr=0.05)
critic_opt = optim.SGD([*net.trunk.parameters(), *net.critic.parameters()], lr=0.05)
states, acts, returns = torch.randn(6, 3), torch.tensor([0, 1, 0, 0, 1, 1]), torch.randn(6)

logp, value = net(states)
adv = (returns - value).detach()
actor_loss = -(logp[torch.arange(6), acts] * adv).mean()
critic_loss = (returns - value).pow(2).mean()
actor_opt.zero_grad()
actor_loss.backward(retain_graph=True)
actor_opt.step()
critic_opt.zero_grad()
critic_loss.backward()
