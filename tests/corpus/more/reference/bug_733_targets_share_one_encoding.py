import torch
import torch.nn as nn

torch.manual_seed(733)
encoder = nn.Linear(2, 3)
heads = nn.ModuleList([nn.Linear(3, 1) for _ in range(2)])
x = torch.randn(4, 2)
targets = [torch.randn(4, 1) for _ in range(2)]

z = torch.tanh(encoder(x))
for head, target in zip(heads, targets):
    loss = (head(z) - target).pow(2).mean()
    loss.backward(retain_graph=head is not heads[-1])
print(encoder.weight.grad)
