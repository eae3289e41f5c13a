import torch
import torch.nn as nn
import torch.nn.functional as F


def attention_map(x):
    return F.normalize(x.pow(2).mean(1).flatten(1))


class AttentionTransfer:
    def __init__(self, student, teacher, layer):
        self.maps = {}
        for name, net in (("s", student), ("t", teacher)):
            net[layer].register_forward_hook(self.tap(name))

    def tap(self, name):
        def hook(module, args, out):
            self.maps[name] = attention_map(out)
        return hook

    def loss(self):
        return (self.maps["s"] - self.maps["t"].detach()).pow(2).mean()


def make(width):
    return nn.Sequential(nn.Conv2d(1, width, 3), nn.ReLU6(), nn.Flatten(), nn.LazyLinear(2))


torch.manual_seed(81)
student, teacher = make(2), make(5)
at = AttentionTransfer(student, teacher, 0)
x, y = torch.randn(3, 1, 5, 5), torch.tensor([0, 1, 1])
with torch.no_grad():
    teacher(x)
logits = student(x)
loss = F.cross_entropy(logits, y) + 5.0 * at.loss()
loss.backward()
