import torch
import torch.nn as nn

torch.manual_seed(2208)
trunk, actor, critic = nn.Linear(3, 3), nn.Linear(3, 2), nn.Linear(3, 1)
opt = torch.optim.SGD([p for m in (trunk, actor, critic) for p in m.parameters()], lr=0.0)
obs, ret, act = torch.randn(4, 3), torch.randn(4), torch.tensor([0, 1, 1, 0])


def forward(obs):
    h = torch.tanh(trunk(obs))
    return torch.log_softmax(actor(h), dim=1), critic(h).squeeze(1)


logp, value = forward(obs)
critic_loss = (ret - value).pow(2).mean()
actor_loss = -(logp[torch.arange(4), act] * ret).mean()
opt.zero_grad()
(critic_loss + actor_loss).backward()
opt.step()
loss = critic_loss + actor_loss
