import torch
import torch.nn as nn


class PlainRNN(nn.Module):
    def __init__(self, n_in, n_hidden, n_layers):
        super().__init__()
        sizes = [n_in] + [n_hidden] * (n_layers - 1)
        self.w_ih = nn.ParameterList(nn.Parameter(0.5 * torch.randn(n_hidden, s)) for s in sizes)
        self.w_hh = nn.ParameterList(nn.Parameter(0.5 * torch.randn(n_hidden, n_hidden)) for _ in sizes)
        self.n_hidden = n_hidden

    def forward(self, x):
        h_t = [torch.zeros(x.size(1), self.n_hidden) for _ in self.w_ih]
        output = []
        for t in range(x.size(0)):
            inp = x[t]
            for layer in range(len(self.w_ih)):
                h_t[layer] = torch.tanh(inp @ self.w_ih[layer].T + h_t[layer] @ self.w_hh[layer].T)
                inp = h_t[layer]
            output.append(inp.clone())
        return torch.stack(output), h_t


torch.manual_seed(32)
rnn = PlainRNN(2, 3, 2)
x = torch.randn(4, 2, 2)
out, _ = rnn(x)
loss = out.pow(2).sum()
loss.backward()
