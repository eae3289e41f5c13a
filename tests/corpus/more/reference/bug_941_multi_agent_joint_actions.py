import torch
import torch.nn as nn

torch.manual_seed(941)
actors = [nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1)) for _ in range(2)]
critics = [nn.Linear(4, 1) for _ in range(2)]
opts = [torch.optim.SGD(a.parameters(), lr=0.05) for a in actors]
states = torch.randn(5, 2)

for agent_idx in range(2):
    mu = torch.cat([torch.tanh(a(states)) for a in actors], dim=1)
    actor_loss = -critics[agent_idx](torch.cat([states, mu], dim=1)).mean()
    opts[agent_idx].zero_grad()
    actor_loss.backward(retain_graph=True)
    opts[agent_idx].step()
