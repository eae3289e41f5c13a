import torch
import torch.nn as nn

torch.manual_seed(1611)
net = nn.Linear(4, 6)
visible = torch.tensor([1.0, 1.0, 0.0, 1.0, 0.0, 1.0])


def joint_confidence(x):
    conf = torch.sigmoid(net(x))
    conf = conf * visible
    conf[:, visible == 0] = 0.5
    return conf


x = torch.randn(3, 4)
truth = torch.rand(3, 6)
conf = joint_confidence(x)
loss = (conf - truth).pow(2).mean()
loss.backward()
print(conf.shape)
