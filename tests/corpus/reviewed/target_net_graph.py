import copy, torch
from torch import nn
actor = nn.Linear(3, 2)
critic = nn.Linear(5, 1)
critic_t = copy.deepcopy(critic)
pi = torch.optim.Adam(actor.parameters())
vo = torch.optim.Adam(critic.parameters())
for _ in range(2):
    s = torch.randn(4, 3)
    loss = -critic_t(torch.cat([s, actor(s)], 1)).mean()
    pi.zero_grad(); loss.backward(); pi.step()
    y = torch.randn(4, 1)
    lc = (critic(torch.cat([s, actor(s).detach()], 1)) - y).pow(2).mean()
    vo.zero_grad(); lc.backward(); vo.step()
    for p, q in zip(critic_t.parameters(), critic.parameters()):
        p.data.copy_(0.9 * p.data + 0.1 * q.data)
