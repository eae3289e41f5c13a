import torch
import torch.nn as nn


def sharpen(prob, temperature):
    label = prob.detach()
    label.pow_(1.0 / temperature)
    label /= label.sum(dim=1, keepdim=True)
    return label


torch.manual_seed(2546)
model = nn.Linear(3, 4)
weak, strong = torch.randn(5, 3), torch.randn(5, 3)
known = torch.tensor([2, 0])

prob = model(weak).softmax(dim=1)
supervised = -prob[torch.arange(2), known].log().mean()
pseudo = sharpen(prob, temperature=0.5)
logp = model(strong).log_softmax(dim=1)
unsupervised = -(pseudo * logp).sum(dim=1).mean()
loss = supervised + unsupervised
loss.backward()
