import torch
import torch.nn as nn
from torch.distributions import Categorical


def make_agent(n_features):
    policy = nn.Linear(n_features, 3)
    opt = torch.optim.SGD(policy.parameters(), lr=0.01)
    history = {"logp": [], "pnl": []}

    def act(features):
        d = Categorical(logits=policy(features))
        a = d.sample()
        history["logp"].append(d.log_prob(a))
        return int(a) - 1

    def finish():
        pnl = torch.tensor(history["pnl"])
        loss = -(torch.stack(history["logp"]) * (pnl - pnl.mean())).sum()
        opt.zero_grad()
        loss.backward()
        opt.step()

    return policy, history, act, finish


torch.manual_seed(1717)
policy, history, act, finish = make_agent(4)
for episode in range(2):
    moves, features = torch.randn(5), torch.randn(5, 4)
    for r, f in zip(moves, features):
        history["pnl"].append(act(f) * r.item())
    finish()
