import torch
import torch.nn as nn

torch.manual_seed(107)
decoder = nn.Linear(2, 16)
prompt = torch.zeros(2, 2, requires_grad=True)


def locate(image, saliency):
    row, col = divmod(int(saliency.flatten().argmax()), saliency.shape[1])
    return image[row:row + 2, col:col + 2]


image = torch.tanh(decoder(torch.randn(2))).view(4, 4) * 0.5
region = locate(image, torch.rand(3, 3))
region += prompt
loss = (image - 0.1).pow(2).mean()
loss.backward()
