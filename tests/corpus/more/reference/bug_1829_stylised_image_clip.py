import torch
import torch.nn as nn

torch.manual_seed(1829)
extractor = nn.Sequential(nn.Conv2d(1, 2, 2), nn.Softplus())
content = torch.rand(1, 1, 3, 3)
image = (content + 0.4 * torch.randn_like(content)).requires_grad_(True)
optimizer = torch.optim.LBFGS([image], max_iter=2)


def gram(f):
    flat = f.flatten(2)
    return flat @ flat.transpose(1, 2)


style = gram(extractor(torch.rand(1, 1, 3, 3))).detach()


def closure():
    with torch.no_grad():
        image.clamp_(0, 1)
    optimizer.zero_grad()
    feats = extractor(image)
    loss = (gram(feats) - style).pow(2).mean() + (image - content).pow(2).mean()
    loss.backward()
    return loss


optimizer.step(closure)
