import torch

torch.manual_seed(414)
z = torch.randn(4, requires_grad=True)
freq = torch.tensor([1.0, 2.0, 4.0, 8.0])

wave = torch.sin(freq * z)
wave += z
wave *= 0.5
loss = wave.pow(2).mean()
loss.backward()
print("grad", z.grad)
