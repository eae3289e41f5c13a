import torch
import torch.nn as nn

torch.manual_seed(2524)
extractor = nn.Sequential(nn.Conv2d(1, 3, 2), nn.Tanh())
style = torch.rand(1, 1, 4, 4)
canvas = torch.rand(1, 1, 4, 4, requires_grad=True)
opt = torch.optim.SGD([canvas], lr=0.5)


def gram(x):
    f = x.flatten(2).squeeze(0)
    return f @ f.T / f.shape[1]


class StyleLoss(nn.Module):
    def __init__(self, target_feature):
        super().__init__()
        self.target = gram(target_feature)

    def forward(self, feature):
        return (gram(feature) - self.target).pow(2).sum()


criterion = StyleLoss(extractor(style))
for _ in range(2):
    loss = criterion(extractor(canvas))
    opt.zero_grad()
    loss.backward()
    opt.step()
