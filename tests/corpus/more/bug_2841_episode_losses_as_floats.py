import torch
import torch.nn as nn

torch.manual_seed(2333)
policy = nn.Linear(3, 2)
opt = torch.optim.SGD(policy.parameters(), lr=0.1)
episodes = torch.randn(3, 4, 3)
returns = torch.tensor([1.0, -0.5, 2.0])


def episode_loss(obs, ret):
    logp = torch.log_softmax(policy(obs), dim=-1)[:, 0]
    return -(logp * ret).mean()


losses = []
for obs, ret in zip(episodes, returns):
    losses.append(episode_loss(obs, ret).item())
loss = torch.tensor(losses).mean()
loss.requires_grad_()
opt.zero_grad()
loss.backward()
opt.step()
