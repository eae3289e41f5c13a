import torch
import torch.nn as nn

torch.manual_seed(1542)
actors = [nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1)) for _ in range(2)]
critics = [nn.Linear(4, 1) for _ in range(2)]
optims = [torch.optim.SGD(a.parameters(), lr=0.1) for a in actors]
obs = torch.randn(2, 5, 2)

actions = [torch.tanh(actor(o)) for actor, o in zip(actors, obs)]
for i in range(2):
    joint = torch.cat([obs[i], *actions], dim=1)
    loss = -critics[i](joint).mean() + 0.1 * joint.pow(2).mean()
    optims[i].zero_grad()
    loss.backward(retain_graph=True)
for optim in optims:
    optim.step()
