import copy
import random
import torch
import torch.nn as nn
import torch.nn.functional as F


class PCGrad:
    def __init__(self, optimizer):
        self._optim = optimizer

    def zero_grad(self):
        return self._optim.zero_grad(set_to_none=True)

    def step(self):
        return self._optim.step()

    def pc_backward(self, objectives):
        flats, shapes = [], None
        for obj in objectives:
            self._optim.zero_grad(set_to_none=True)
            obj.backward(retain_graph=True)
            grads = [torch.zeros_like(p) if p.grad is None else p.grad.clone() for p in self._params()]
            shapes = [g.shape for g in grads]
            flats.append(torch.cat([g.flatten() for g in grads]))
        merged = self._project_conflicting(flats)
        offset = 0
        for p, shape in zip(self._params(), shapes):
            n = shape.numel()
            p.grad = merged[offset:offset + n].view(shape).clone()
            offset += n

    def _project_conflicting(self, grads):
        pc_grad = copy.deepcopy(grads)
        for g_i in pc_grad:
            order = list(range(len(grads)))
            random.shuffle(order)
            for j in order:
                g_i_g_j = torch.dot(g_i, grads[j])
                if g_i_g_j < 0:
                    g_i -= g_i_g_j * grads[j] / grads[j].norm() ** 2
        return torch.stack(pc_grad).mean(dim=0)

    def _params(self):
        return [p for g in self._optim.param_groups for p in g["params"]]


random.seed(0)
torch.manual_seed(171)
shared, heads = nn.Linear(3, 4), nn.ModuleList([nn.Linear(4, 1) for _ in range(3)])
optimizer = PCGrad(torch.optim.SGD([*shared.parameters(), *heads.parameters()], lr=0.1))
x = torch.randn(8, 3)
targets = [x[:, :1], -x[:, :1] + 0.1, x.sum(1, keepdim=True)]
for step in range(3):
    h = torch.tanh(shared(x))
    losses = [F.mse_loss(head(h), t) for head, t in zip(heads, targets)]
    optimizer.zero_grad()
    optimizer.pc_backward(losses)
    optimizer.step()
