import torch

torch.manual_seed(4055)
carrier = torch.randn(10, requires_grad=True)
window = torch.tensor([0.2, 1.0, 0.8, 0.3])


def frame_energy(signal):
    frames = signal.unfold(0, 4, 2)
    frames *= window
    return frames.pow(2).sum(dim=1)


energy = frame_energy(carrier * 1.0)
loss = torch.log1p(energy).sum()
loss.backward()
print(energy.detach())
