import torch

torch.manual_seed(9)
gain = torch.tensor([0.5, 1.5, -1.0], requires_grad=True)
signals = torch.randn(3, 4)

channels = [torch.zeros(4)] * 3
for k, signal in enumerate(signals):
    channels[k] += gain[k] * signal
mixed = torch.stack(channels)
target = torch.ones(3, 4)
loss = (mixed - target).pow(2).mean()
loss.backward()
print(f"{loss.item():.4f}", gain.grad)
