import torch
import torch.nn as nn

torch.manual_seed(537)
cnn = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8, 3)).eval()
image = torch.rand(1, 1, 4, 4)


def saliency(model, img):
    scores = model(img)
    top = scores.argmax(dim=1).item()
    img.requires_grad_()
    score = scores[0, top]
    score.backward()
    return img.grad


heat = saliency(cnn, image)
