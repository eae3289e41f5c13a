import torch
import torch.nn as nn


class HeteroNet(nn.Module):
    def __init__(self, dims, hidden=3, classes=2):
        super().__init__()
        self.lins = nn.ModuleDict({k: nn.Linear(d, hidden) for k, d in dims.items()})
        self.label_emb = nn.Embedding(classes, hidden)
        self.out = nn.Linear(hidden, classes)

    def forward(self, x, writes, labelled, y):
        h = {k: torch.relu(self.lins[k](v)) for k, v in x.items()}
        h["paper"][labelled] = self.label_emb(y)
        paper_from_author = writes @ h["author"]
        return self.out(h["paper"] + paper_from_author)


torch.manual_seed(505)
x = {"paper": torch.randn(4, 2), "author": torch.randn(3, 5)}
net = HeteroNet({k: v.shape[1] for k, v in x.items()})
writes = torch.tensor([[1.0, 0, 0], [0, 1, 1], [0, 0, 1], [1, 0, 1]])
labelled, y = torch.tensor([0, 2]), torch.tensor([1, 0])
logits = net(x, writes, labelled, y)
loss = nn.functional.cross_entropy(logits, torch.tensor([1, 1, 0, 0]))
loss.backward()
