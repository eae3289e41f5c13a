import torch
import torch.nn as nn


class Trainer:
    def __init__(self, net, accum):
        self.net, self.accum = net, accum
        self.opt = torch.optim.SGD(net.parameters(), lr=0.1)

    def micro_step(self, x, y):
        self.opt.zero_grad(set_to_none=True)
        loss = nn.functional.mse_loss(self.net(x), y) / self.accum
        loss.backward()
        return loss.item()

    def fit(self, batches):
        for i, (x, y) in enumerate(batches):
            self.micro_step(x, y)
            if (i + 1) % self.accum == 0:
                self.opt.step()


torch.manual_seed(2540)
net = nn.Linear(2, 1)
batches = [(torch.randn(3, 2), torch.randn(3, 1)) for _ in range(4)]
Trainer(net, accum=4).fit(batches)
