import copy
import torch


class Prototypes:
    def __init__(self, k, dim):
        self.centres = (torch.randn(k, dim) * 0.1).requires_grad_()

    def distance(self, x):
        return (x[:, None] - self.centres[None]).pow(2).sum(-1)


torch.manual_seed(365)
proto = Prototypes(2, 3)
best = copy.deepcopy(proto)
x = torch.randn(4, 3)
loss = proto.distance(x).min(dim=1).values.mean()
loss.backward()
