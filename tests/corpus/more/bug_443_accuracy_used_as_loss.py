import torch
import torch.nn as nn

torch.manual_seed(4047)
clf = nn.Linear(3, 4)
x = torch.randn(8, 3)
y = torch.randint(0, 4, (8,))
opt = torch.optim.SGD(clf.parameters(), lr=0.5)


def error_rate(logits, y):
    correct = logits.softmax(dim=1).argmax(dim=1) == y
    return 1.0 - correct.float().mean()


opt.zero_grad()
loss = error_rate(clf(x), y)
loss.backward()
opt.step()
