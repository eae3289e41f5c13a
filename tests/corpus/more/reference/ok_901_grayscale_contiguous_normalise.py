import torch


def grayscale(x):
    return x.mean(1, keepdim=True).expand(-1, 3, -1, -1).contiguous()


def normalise(x, mean=0.4, std=0.25):
    return (x - mean) / std


torch.manual_seed(9901)
img = torch.rand(1, 3, 2, 2, requires_grad=True)
loss = normalise(grayscale(img)).pow(2).mean()
loss.backward()
