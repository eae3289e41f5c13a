import torch
import torch.nn as nn

torch.manual_seed(635)
net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
images, labels = torch.randn(4, 3), torch.tensor([0, 1, 1, 0])


def input_saliency(batch):
    probe = batch.clone().requires_grad_()
    score = net(probe).max(dim=1).values.sum()
    return torch.autograd.grad(score, probe)[0].abs().mean(dim=0)


def train_step(batch, labels):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(net(batch), labels)
    saliency = input_saliency(batch)
    loss.backward()
    opt.step()
    return loss.item(), saliency


value, saliency = train_step(images, labels)
print(saliency)
