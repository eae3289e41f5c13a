import torch
import torch.nn as nn

torch.manual_seed(932)
w_ih = nn.ParameterList([nn.Parameter(torch.randn(2, 2) * 0.5) for _ in range(2)])
w_hh = nn.ParameterList([nn.Parameter(torch.randn(2, 2) * 0.5) for _ in range(2)])
x, hx = torch.randn(3, 2), torch.zeros(2, 2)

h_prev, h_t = hx.clone(), hx.clone()
output = []
for t in range(3):
    for layer in range(2):
        inp = x[t] if layer == 0 else h_t[layer - 1]
        h_t[layer] = torch.tanh(w_ih[layer] @ inp + w_hh[layer] @ h_prev[layer])
    output.append(h_t[-1].clone())
    h_prev = h_t.clone()
loss = torch.stack(output).pow(2).sum()
loss.backward()
