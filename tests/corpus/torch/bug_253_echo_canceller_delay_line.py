import torch

torch.manual_seed(327)
taps = torch.randn(3, requires_grad=True)
far_end = torch.randn(6)
mic = torch.randn(6)

line = torch.zeros(3)
residual = []
for n in range(6):
    line[1:] = line[:-1].clone()
    line[0] = far_end[n]
    residual.append(mic[n] - taps @ line)
loss = torch.stack(residual).square().mean()
loss.backward()

print("loss", loss.item())
print("grad", taps.grad)
