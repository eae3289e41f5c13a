import torch
import torch.nn as nn

torch.manual_seed(47)
clf = nn.Linear(2, 3)
temp = torch.tensor(1.5)
x, y = torch.randn(5, 2), torch.tensor([0, 2, 1, 1, 0])

logits = clf(x) / temp
temp.requires_grad_(True)
opt = torch.optim.LBFGS([temp], lr=0.1)
loss = nn.functional.cross_entropy(logits, y)
loss.backward()

print("temperature", temp.item(), "grad", temp.grad)
