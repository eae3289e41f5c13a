import math
import torch
import torch.nn as nn


class NaiveLSTM(nn.Module):
    def __init__(self, input_size, hidden_size):
        super().__init__()
        self.hidden_size = hidden_size
        self.weight_ih = nn.Parameter(torch.empty(4 * hidden_size, input_size))
        self.weight_hh = nn.Parameter(torch.empty(4 * hidden_size, hidden_size))
        self.bias = nn.Parameter(torch.empty(4 * hidden_size))
        self.reset_parameters()

    def reset_parameters(self):
        stdv = 1.0 / math.sqrt(self.hidden_size)
        for weight in self.parameters():
            nn.init.uniform_(weight, -stdv, stdv)
        self.bias.data[self.hidden_size:2 * self.hidden_size].fill_(1.0)

    def forward(self, x, state=None):
        seq_len, batch, _ = x.shape
        h, c = state if state is not None else (x.new_zeros(batch, self.hidden_size),) * 2
        outputs = x.new_zeros(seq_len, batch, self.hidden_size)
        for t in range(seq_len):
            gates = x[t] @ self.weight_ih.t()
            gates += h @ self.weight_hh.t()
            gates += self.bias
            i, f, g, o = gates.chunk(4, 1)
            c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
            h = torch.sigmoid(o) * torch.tanh(c)
            outputs[t] = h
        return outputs, (h, c)


def repackage(state):
    return tuple(s.detach() for s in state)


torch.manual_seed(1111)
lstm, head = NaiveLSTM(2, 3), nn.Linear(3, 2)
params = [*lstm.parameters(), *head.parameters()]
opt = torch.optim.SGD(params, lr=0.5)
signal = torch.sin(torch.linspace(0, 12, 48)).view(24, 1, 2)
state, total = None, 0.0
for start in range(0, 18, 6):
    x, y = signal[start:start + 6], signal[start + 1:start + 7]
    if state is not None:
        state = repackage(state)
    opt.zero_grad()
    out, state = lstm(x, state)
    loss = nn.functional.mse_loss(head(out), y)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(params, 25.0)
    opt.step()
    total += loss.item()
