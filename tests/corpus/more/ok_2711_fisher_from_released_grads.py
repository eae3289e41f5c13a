import torch
import torch.nn as nn
import torch.nn.functional as F


def sample_gradients(model, data, labels):
    grads = []
    for x, y in zip(data, labels):
        model.zero_grad(set_to_none=True)
        F.cross_entropy(model(x.unsqueeze(0)), y.unsqueeze(0)).backward()
        grads.append(model.weight.grad)
    return grads


torch.manual_seed(2811)
classifier = nn.Linear(3, 2)
data, labels = torch.randn(4, 3), torch.randint(0, 2, (4,))
per_sample = sample_gradients(classifier, data, labels)
fisher = torch.stack([g.pow(2) for g in per_sample]).mean(0)
print(fisher)
