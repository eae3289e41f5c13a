import torch
import torch.nn as nn


class EMA:
    def __init__(self, module, decay):
        self.decay = decay
        self.shadow = {k: v.detach().clone() for k, v in module.named_parameters()}

    def update(self, module):
        for k, v in module.named_parameters():
            self.shadow[k] = self.decay * self.shadow[k] + (1 - self.decay) * v.detach()


torch.manual_seed(324)
net = nn.Linear(2, 1)
ema, opt = EMA(net, 0.99), torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(3, 4, 2):
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    ema.update(net)
