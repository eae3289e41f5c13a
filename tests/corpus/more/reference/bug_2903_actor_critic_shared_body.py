import torch
import torch.nn as nn
import torch.nn.functional as F


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 6), nn.Tanh())
        self.pi = nn.Linear(6, 2)
        self.v = nn.Linear(6, 1)

    def forward(self, x):
        h = self.body(x)
        return self.pi(h), self.v(h)


def discount(rewards, gamma=0.9):
    out, running = [], 0.0
    for r in reversed(rewards):
        running = r + gamma * running
        out.append(running)
    return torch.tensor(out[::-1])


torch.manual_seed(3)
ac = ActorCritic()
actor_opt = torch.optim.Adam([*ac.body.parameters(), *ac.pi.parameters()], lr=1e-2)
critic_opt = torch.optim.Adam([*ac.body.parameters(), *ac.v.parameters()], lr=1e-2)
states, actions = torch.randn(6, 4), torch.tensor([0, 1, 1, 0, 1, 0])
returns = discount([1.0, 0.0, 0.5, -1.0, 0.2, 1.0])

logits, values = ac(states)
advantage = returns - values.squeeze(1)
logp = F.log_softmax(logits, dim=1).gather(1, actions.unsqueeze(1)).squeeze(1)
actor_loss = -(logp * advantage.detach()).mean()
critic_loss = advantage.pow(2).mean()

grads = torch.autograd.grad(actor_loss, [*ac.body.parameters(), *ac.pi.parameters()], retain_graph=True)
critic_opt.zero_grad()
critic_loss.backward()
critic_opt.step()
ac.zero_grad()
for p, g in zip([*ac.body.parameters(), *ac.pi.parameters()], grads):
    p.grad = g
