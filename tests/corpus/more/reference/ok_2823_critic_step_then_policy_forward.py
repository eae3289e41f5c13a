import torch
import torch.nn as nn

torch.manual_seed(2411)
actor = nn.Linear(3, 1)
critic = nn.Sequential(nn.Linear(4, 5), nn.ReLU(inplace=True), nn.Linear(5, 1))
opts = {"critic": torch.optim.Adam(critic.parameters(), lr=1e-2), "actor": torch.optim.Adam(actor.parameters(), lr=1e-2)}
obs, act, target = torch.randn(6, 3), torch.randn(6, 1), torch.randn(6, 1)


def train(name, loss_fn):
    opts[name].zero_grad()
    loss_fn().backward()
    opts[name].step()


train("critic", lambda: (critic(torch.cat([obs, act], 1)) - target).square().mean())
policy_loss = -critic(torch.cat([obs, torch.tanh(actor(obs))], 1)).mean()
actor.weight.grad, = torch.autograd.grad(policy_loss, actor.weight)
