import torch
import torch.nn as nn

torch.manual_seed(225)
hidden = 3
rnn = nn.LSTM(2, hidden, batch_first=True)
for name, p in rnn.named_parameters():
    if "bias_hh" in name:
        p.data[hidden:2 * hidden] += 1.0

out, _ = rnn(torch.randn(2, 4, 2))
loss = out[:, -1].pow(2).sum()
loss.backward()
print(rnn.bias_hh_l0.grad.shape)
