import torch
import torch.nn as nn
from torch.autograd import Variable


class Captioner(nn.Module):
    def __init__(self, vocab, hidden):
        super().__init__()
        self.embed = nn.Embedding(vocab, hidden)
        self.cell = nn.GRUCell(hidden, hidden)
        self.out = nn.Linear(hidden, vocab)

    def init_hidden(self, feats):
        return Variable(feats.data, requires_grad=True)

    def forward(self, feats, caption):
        h = self.init_hidden(feats)
        logits = []
        for tok in caption[:-1]:
            h = self.cell(self.embed(tok).expand_as(h), h)
            logits.append(self.out(h))
        return torch.cat(logits)


torch.manual_seed(363)
cnn = nn.Conv2d(1, 2, 2)
captioner = Captioner(4, 2)
image = torch.rand(1, 1, 3, 3)
caption = torch.tensor([0, 2, 3, 1])

feats = cnn(image).mean(dim=(2, 3))
logits = captioner(feats, caption)
loss = nn.functional.cross_entropy(logits, caption[1:])
loss.backward()
print("cnn grad", cnn.weight.grad)
