import torch
import torch.nn as nn


def chunks(stream, size):
    for start in range(0, stream.shape[0], size):
        yield stream[start:start + size]


class StreamTagger(nn.Module):
    def __init__(self, dim=2, hidden=3):
        super().__init__()
        self.cell = nn.GRUCell(dim, hidden)
        self.tag = nn.Linear(hidden, 2)
        self._state = torch.zeros(1, hidden)

    def forward(self, chunk):
        outs = []
        for frame in chunk:
            self._state = self.cell(frame[None], self._state)
            outs.append(self.tag(self._state))
        self._state = self._state.detach()
        return torch.cat(outs)


torch.manual_seed(3120)
tagger = StreamTagger()
opt = torch.optim.SGD(tagger.parameters(), lr=0.1)
for chunk in chunks(torch.randn(6, 2), size=3):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(tagger(chunk), torch.tensor([0, 1, 0]))
    loss.backward()
    opt.step()
