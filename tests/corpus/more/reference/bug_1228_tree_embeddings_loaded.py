import torch
import torch.nn as nn


class ChildSumTree(nn.Module):
    def __init__(self, vocab, dim, pretrained=None, freeze=False):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.emb.weight.requires_grad = not freeze
        if pretrained is not None:
            with torch.no_grad():
                self.emb.weight.copy_(pretrained)
        self.ioux = nn.Linear(dim, dim)
        self.iouh = nn.Linear(dim, dim)

    def node(self, tree):
        children = [self.node(c) for c in tree[1:]]
        h_sum = sum(children) if children else torch.zeros(self.ioux.out_features)
        return torch.tanh(self.ioux(self.emb(torch.tensor(tree[0]))) + self.iouh(h_sum))


torch.manual_seed(1228)
glove = torch.randn(6, 3)
tree = ChildSumTree(6, 3, pretrained=glove)
sentence = (0, (2, (5,)), (3,))
loss = tree.node(sentence).pow(2).sum()
loss.backward()
