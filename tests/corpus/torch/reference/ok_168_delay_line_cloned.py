import torch

torch.manual_seed(413)
taps = torch.randn(3, requires_grad=True)
source = torch.randn(5)

line = torch.zeros(3)
outputs = []
for n in range(5):
    line = torch.cat([source[n:n + 1], line[:-1]])
    outputs.append(taps @ line.clone())
loss = torch.stack(outputs).square().mean()
loss.backward()
