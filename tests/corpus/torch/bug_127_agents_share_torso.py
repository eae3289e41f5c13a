import torch
import torch.nn as nn


class Agent(nn.Module):
    def __init__(self, torso, actions):
        super().__init__()
        self.torso = torso
        self.value = nn.Linear(3, 3)
        self.head = nn.Linear(3, actions)

    def loss(self, obs, act, adv):
        hidden = torch.relu(self.value(torch.tanh(self.torso(obs))))
        logp = torch.log_softmax(self.head(hidden), dim=-1)
        return -(logp.gather(1, act[:, None]).squeeze(1) * adv).mean()


torch.manual_seed(44)
torso = nn.Linear(4, 3)
agents = [Agent(torso, 2), Agent(torso, 2)]
shared = torch.optim.SGD(list(dict.fromkeys(p for a in agents for p in a.parameters())), lr=0.1)
obs = torch.randn(6, 4)
acts = [torch.randint(0, 2, (6,)) for _ in agents]
advs = [torch.randn(6) for _ in agents]

objectives = [a.loss(obs, u, adv) for a, u, adv in zip(agents, acts, advs)]
objectives.append(0.1 * sum(objectives))
for objective in objectives:
    shared.zero_grad()
    objective.backward(retain_graph=True)
    shared.step()
print("done", len(objectives))
