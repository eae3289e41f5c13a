import torch
import torch.nn as nn


class TwoHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 4), nn.Tanh())
        self.pi, self.v = nn.Linear(4, 2), nn.Linear(4, 1)

    def losses(self, obs, act, ret):
        h = self.trunk(obs)
        adv = ret - self.v(h).squeeze(-1)
        logp = torch.log_softmax(self.pi(h), -1).gather(1, act[:, None]).squeeze(1)
        return {"critic": adv.pow(2).mean(), "actor": -(logp * adv.detach()).mean()}


def update(net, opts, batch):
    for name, loss in net.losses(*batch).items():
        opts[name].zero_grad()
        loss.backward(retain_graph=True)
        opts[name].step()


torch.manual_seed(31)
net = TwoHead()
opts = {
    "critic": torch.optim.SGD([*net.trunk.parameters(), *net.v.parameters()], lr=0.1),
    "actor": torch.optim.SGD([*net.trunk.parameters(), *net.pi.parameters()], lr=0.1),
}
update(net, opts, (torch.randn(4, 3), torch.tensor([0, 1, 1, 0]), torch.randn(4)))
