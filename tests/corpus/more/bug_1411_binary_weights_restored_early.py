import torch
import torch.nn as nn

torch.manual_seed(1411)
fc1, fc2 = nn.Linear(3, 4), nn.Linear(4, 2)
x, y = torch.randn(5, 3), torch.tensor([0, 1, 1, 0, 1])

fc2.weight.org = fc2.weight.data.clone()
fc2.weight.data.copy_(fc2.weight.org.sign())
hidden = torch.tanh(fc1(x))
logits = fc2(hidden)
fc2.weight.data.copy_(fc2.weight.org)

loss = nn.functional.cross_entropy(logits, y)
loss.backward()
