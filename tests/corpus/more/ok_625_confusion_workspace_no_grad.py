import torch
import torch.nn as nn

torch.manual_seed(1625)
clf = nn.Linear(3, 3)
x, y = torch.randn(7, 3), torch.randint(0, 3, (7,))
workspace = torch.empty(7, 3)
confusion = torch.zeros(3, 3)


@torch.no_grad()
def track(logits, labels):
    torch.softmax(logits, dim=1, out=workspace)
    torch.mul(workspace, 1.0 / len(labels), out=workspace)
    confusion.index_add_(0, labels, workspace)


logits = clf(x)
loss = nn.functional.cross_entropy(logits, y)
track(logits, y)
loss.backward()
print(confusion.sum().item())
