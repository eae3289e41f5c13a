import copy
import torch
import torch.nn as nn


class Shadow:
    def __init__(self, model, decay=0.95):
        self.model = copy.deepcopy(model).requires_grad_(False)
        self.decay = decay

    @torch.no_grad()
    def update(self, model):
        for s, p in zip(self.model.parameters(), model.parameters()):
            s.data = (self.decay * s + (1 - self.decay) * p).clone()


torch.manual_seed(1637)
net = nn.Sequential(nn.Linear(3, 4), nn.GELU(), nn.Linear(4, 1))
shadow = Shadow(net)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for x, y in zip(torch.randn(2, 5, 3), torch.randn(2, 5, 1)):
    consistency = (net(x) - torch.tensor(shadow.model(x + 0.1).tolist())).pow(2).mean()
    loss = (net(x) - y).pow(2).mean() + 0.3 * consistency
    opt.zero_grad()
    loss.backward()
    opt.step()
    shadow.update(net)
