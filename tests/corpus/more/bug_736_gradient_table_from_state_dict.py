import torch
import torch.nn as nn

torch.manual_seed(736)
net = nn.Sequential()
net.add_module("fc", nn.Linear(2, 2))
net.add_module("act", nn.Tanh())

loss = net(torch.randn(4, 2)).pow(2).mean()
loss.backward()

grads = {}
for name, tensor in net.state_dict().items():
    grads[name] = tensor.grad
print(grads)
