import torch
import torch.nn as nn

torch.manual_seed(431)
trunk = nn.Linear(3, 4)
heads = nn.ModuleDict({"age": nn.Linear(4, 1), "sex": nn.Linear(4, 1)})
x = torch.randn(5, 3)
targets = {"age": torch.randn(5, 1), "sex": torch.randint(0, 2, (5, 1)).float()}
criteria = {"age": nn.functional.mse_loss, "sex": nn.functional.binary_cross_entropy_with_logits}

feats = torch.tanh(trunk(x))
names = list(heads)
loss = sum(criteria[n](heads[n](feats), targets[n]) for n in names)
loss.backward()
print(trunk.weight.grad)
