import torch
import torch.nn as nn


class SeparableConv(nn.Sequential):
    def __init__(self, cin, cout):
        super().__init__(nn.Conv2d(cin, cin, 3, padding=1, groups=cin, bias=False), nn.Conv2d(cin, cout, 1, bias=False))


class Block(nn.Module):
    def __init__(self, cin, cout, reps=2, start_with_relu=True):
        super().__init__()
        self.skip = nn.Conv2d(cin, cout, 1, bias=False)
        self.skipbn = nn.BatchNorm2d(cout)
        layers, filters = [], cin
        for i in range(reps):
            if i > 0 or start_with_relu:
                layers.append(nn.ReLU(inplace=True))
            layers += [SeparableConv(filters, cout), nn.BatchNorm2d(cout)]
            filters = cout
        self.rep = nn.Sequential(*layers)

    def forward(self, inp):
        skip = self.skipbn(self.skip(inp))
        return self.rep(inp) + skip


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(1, 3, 3, padding=1)
        self.block = Block(3, 4)
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(self.block(self.stem(x)).mean(dim=(2, 3)))


torch.manual_seed(15)
net = Net()
images, labels = torch.randn(3, 1, 5, 5), torch.tensor([0, 1, 1])



def bn(x, m):
    mu = x.mean((0, 2, 3), keepdim=True)
    var = (x - mu).pow(2).mean((0, 2, 3), keepdim=True)
    return (x - mu) / (var + 1e-5).sqrt() * m.weight.view(1, -1, 1, 1) + m.bias.view(1, -1, 1, 1)


x = net.stem(images)
b = net.block
h = bn(b.rep[1](torch.where(x > 0, x, torch.zeros_like(x))), b.rep[2])
h = bn(b.rep[4](torch.where(h > 0, h, torch.zeros_like(h))), b.rep[5])
h = h + bn(b.skip(x), b.skipbn)
logp = torch.log_softmax(net.fc(h.mean((2, 3))), 1)
(-logp[torch.arange(3), labels].mean()).backward()
