import torch
from torch import nn, optim


class Carry(nn.Module):
    def __init__(self, n_in, n_hidden):
        super().__init__()
        self.rnn = nn.LSTM(n_in, n_hidden, batch_first=True)
        self.out = nn.Linear(n_hidden, 1)
        self.state = None

    def forward(self, x):
        if self.state is not None:
            self.state = tuple(s.detach() for s in self.state)
        y, self.state = self.rnn(x, self.state)
        return self.out(y)


torch.manual_seed(419)
model = Carry(2, 3)
opt = optim.SGD(model.parameters(), lr=0.1)
series = torch.randn(4, 9, 2)
for chunk in series.split(3, dim=1):
    opt.zero_grad()
    loss = model(chunk).square().mean()
    loss.backward()
    opt.step()
