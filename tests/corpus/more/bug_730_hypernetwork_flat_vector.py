import torch
import torch.nn as nn
from torch.nn.utils import vector_to_parameters

torch.manual_seed(730)
hyper = nn.Linear(2, 4)
target_net = nn.Linear(3, 1)
task = torch.randn(2)
x, y = torch.randn(5, 3), torch.randn(5, 1)

vector_to_parameters(hyper(task), target_net.parameters())
loss = (target_net(x) - y).pow(2).mean()
loss.backward()
print("hyper grad", hyper.weight.grad)
