import torch

torch.manual_seed(2234)
n_bins = 5
dark = torch.rand(24) * 0.5
reference = torch.rand(24)
gain = torch.tensor(1.3, requires_grad=True)


def histogram(x):
    counts = torch.histc(x, bins=n_bins, min=0.0, max=1.0)
    return counts / counts.sum()


def exposure_loss(image, target):
    return (histogram(image).cumsum(0) - histogram(target).cumsum(0)).pow(2).sum()


loss = exposure_loss(dark * gain, reference)
loss.backward()
