import torch


def soft_assign(x, centroids, temperature):
    points, centres = torch.broadcast_tensors(x[:, None, :], centroids[None, :, :] * 1.0)
    centres = centres - points
    logits = -centres.square().sum(-1) / temperature
    return logits.softmax(dim=-1)


def annealed(schedule):
    for epoch, temperature in enumerate(schedule):
        yield epoch, max(temperature, 0.1)


torch.manual_seed(3138)
centroids = torch.randn(3, 2, requires_grad=True)
x = torch.randn(5, 2)
loss = torch.zeros(())
for epoch, temperature in annealed([2.0, 1.0]):
    resp = soft_assign(x, centroids, temperature)
    spread = (x[:, None] - centroids).square().sum(-1)
    loss = loss + (resp * spread).mean() / (epoch + 1)
loss.backward()
