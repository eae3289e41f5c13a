import torch
import torch.nn as nn

torch.manual_seed(932)
w_ih = nn.ParameterList([nn.Parameter(torch.randn(2, 2) * 0.5) for _ in range(2)])
w_hh = nn.ParameterList([nn.Parameter(torch.randn(2, 2) * 0.5) for _ in range(2)])
x, hx = torch.randn(3, 2), torch.zeros(2, 2)

h_prev = [hx[0], hx[1]]
output = []
for t in range(3):
    inp, h_t = x[t], []
    for layer in range(2):
        inp = torch.tanh(w_ih[layer] @ inp + w_hh[layer] @ h_prev[layer])
        h_t.append(inp)
    output.append(h_t[-1])
    h_prev = h_t
loss = torch.stack(output).pow(2).sum()
loss.backward()
