import torch
import torch.nn as nn


class OptionCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 5), nn.ReLU())
        self.q = nn.Linear(5, 2)
        self.policy = nn.Linear(5, 3)

    def forward(self, obs):
        h = self.features(obs)
        return self.q(h), torch.log_softmax(self.policy(h), -1)


def run_update(net, opt, obs, returns, actions):
    q, logp = net(obs)
    critic_loss = (returns - q.max(-1).values).pow(2).mean()
    opt.zero_grad()
    critic_loss.backward(retain_graph=True)
    chosen = logp.gather(1, actions[:, None]).squeeze(1)
    actor_loss = -(chosen * (returns - q.detach().max(-1).values)).mean()
    actor_loss.backward()
    opt.step()
    return critic_loss.item() + actor_loss.item()


torch.manual_seed(35)
net = OptionCritic()
opt = torch.optim.RMSprop(net.parameters(), lr=1e-2)
run_update(net, opt, torch.randn(6, 4), torch.randn(6), torch.randint(0, 3, (6,)))
