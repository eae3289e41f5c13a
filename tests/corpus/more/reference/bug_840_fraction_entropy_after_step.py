import torch
import torch.nn as nn

torch.manual_seed(841)
dqn_net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 3))
fraction_net = nn.Linear(3, 2)
quantile_net = nn.Linear(3, 2)
quantile_optim = torch.optim.RMSprop([*dqn_net.parameters(), *quantile_net.parameters()], lr=0.01)
fraction_optim = torch.optim.RMSprop(fraction_net.parameters(), lr=0.01)
states, returns = torch.randn(5, 3), torch.randn(5, 2)

embedding = dqn_net(states)
probs = torch.softmax(fraction_net(embedding.detach()), dim=1)
entropy_loss = (probs * probs.log()).sum(1).mean()
quantile_loss = (quantile_net(embedding) - returns).abs().mean()

quantile_optim.zero_grad()
quantile_loss.backward(retain_graph=True)
quantile_optim.step()
fraction_optim.zero_grad()
entropy_loss.backward()
