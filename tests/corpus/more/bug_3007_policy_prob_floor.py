import torch
import torch.nn as nn


class Agent(nn.Module):
    floor = 1e-3

    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 6)
        self.pi = nn.Linear(6, 3)

    def act_probs(self, obs):
        feats = torch.tanh(self.body(obs))
        p = torch.softmax(self.pi(feats), dim=-1)
        return p.clamp_(self.floor, 1 - self.floor)

    def evaluate(self, obs, actions):
        p = self.act_probs(obs)
        logp = p.log()
        chosen = logp.gather(1, actions.unsqueeze(1)).squeeze(1)
        entropy = -(p * logp).sum(-1)
        return chosen, entropy


torch.manual_seed(3008)
agent = Agent()
batch = {"obs": torch.randn(5, 4), "act": torch.tensor([0, 2, 1, 1, 0]), "adv": torch.randn(5)}
logp, ent = agent.evaluate(batch["obs"], batch["act"])
loss = -(logp * batch["adv"]).mean() - 0.01 * ent.mean()
loss.backward()
