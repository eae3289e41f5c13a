import torch
import torch.nn as nn
import torch.nn.functional as F


def peer(width):
    return nn.Sequential(nn.Linear(3, width), nn.ReLU(), nn.Linear(width, 2))


def kl(student, teacher):
    return F.kl_div(F.log_softmax(student, 1), F.softmax(teacher, 1), reduction="batchmean")


torch.manual_seed(2717)
models = [peer(4), peer(6)]
optimizers = [torch.optim.SGD(m.parameters(), lr=0.1) for m in models]
images, labels = torch.randn(5, 3), torch.randint(0, 2, (5,))

logits = [m(images) for m in models]
for i, optimizer in enumerate(optimizers):
    others = [logits[j].detach() for j in range(len(models)) if j != i]
    loss = F.cross_entropy(logits[i], labels)
    loss = loss + sum(kl(logits[i], other) for other in others) / len(others)
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
