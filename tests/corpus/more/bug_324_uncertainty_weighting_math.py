import math

import torch
import torch.nn as nn


class UncertaintyWeigher(nn.Module):
    def __init__(self, tasks):
        super().__init__()
        self.log_var = nn.Parameter(torch.zeros(tasks))

    def forward(self, losses):
        total = torch.zeros(())
        for k, task_loss in enumerate(losses):
            precision = math.exp(-self.log_var[k])
            total = total + precision * task_loss + 0.5 * self.log_var[k]
        return total


torch.manual_seed(19)
trunk = nn.Linear(3, 4)
seg, depth = nn.Linear(4, 2), nn.Linear(4, 1)
weigher = UncertaintyWeigher(2)
x = torch.randn(5, 3)
h = torch.relu(trunk(x))
task_losses = [
    nn.functional.cross_entropy(seg(h), torch.tensor([0, 1, 1, 0, 1])),
    nn.functional.l1_loss(depth(h), torch.randn(5, 1)),
]
loss = weigher(task_losses)
loss.backward()
