import torch
import torch.nn.functional as F


def gradients(img):
    dx = F.pad(img[:, 1:] - img[:, :-1], (0, 1))
    dy = F.pad(img[1:] - img[:-1], (0, 0, 0, 1))
    return dx, dy


def total_variation(img):
    dx, dy = gradients(img)
    magnitude = torch.sqrt(dx ** 2 + dy ** 2)
    return magnitude.mean()


def denoise(image, noisy, weight, steps, lr):
    opt = torch.optim.SGD([image], lr=lr)
    for _ in range(steps):
        opt.zero_grad()
        loss = (image - noisy).pow(2).mean() + weight * total_variation(image)
        loss.backward()
        opt.step()
    return image


torch.manual_seed(88)
noisy = torch.rand(4, 4)
image = torch.full((4, 4), 0.5, requires_grad=True)
denoise(image, noisy, weight=0.1, steps=1, lr=0.5)
print(image.detach())
