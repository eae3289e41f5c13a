import torch


def composite(opacity, colour):
    T = torch.ones(opacity.shape[1])
    pixel = torch.zeros(opacity.shape[1])
    for alpha, c in zip(opacity, colour):
        pixel += T * alpha * c
        T *= 1.0 - alpha
    return pixel, T


torch.manual_seed(1334)
logits = torch.randn(3, 4, requires_grad=True)
colour = torch.rand(3, 4)
pixel, T = composite(torch.sigmoid(logits), colour)
loss = (pixel - 0.5).pow(2).mean() + T.mean()
loss.backward()
