import torch
import torch.nn as nn


class Learner:
    def __init__(self, net, lr):
        self.net = net
        self.opt = torch.optim.SGD(net.parameters(), lr=lr)

    def update(self, loss):
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()


torch.manual_seed(119)
actor = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
critic = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
learners = {"actor": Learner(actor, 0.1), "critic": Learner(critic, 0.1)}
obs, act, ret = torch.randn(6, 3), torch.randint(0, 2, (6,)), torch.randn(6)

value = critic(obs).squeeze(1)
logp = torch.log_softmax(actor(obs), dim=1).gather(1, act.unsqueeze(1)).squeeze(1)
advantage = (ret - value).detach()
objective = {"actor": -(logp * advantage).mean(), "critic": (value - ret).pow(2).mean()}
for name, learner in learners.items():
    learner.update(objective[name])
loss = objective["critic"]
