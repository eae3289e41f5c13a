import numpy as np
import torch
from torch import nn

TIME_STEP, INPUT_SIZE = 5, 1


def batches(n):
    for step in range(n):
        steps = np.linspace(step * np.pi, (step + 1) * np.pi, TIME_STEP, dtype=np.float32)
        yield torch.from_numpy(np.sin(steps)[None, :, None]), torch.from_numpy(np.cos(steps)[None, :, None])


torch.manual_seed(19)
rnn = nn.RNN(INPUT_SIZE, 4, batch_first=True)
out = nn.Linear(4, 1)
optimizer = torch.optim.Adam([*rnn.parameters(), *out.parameters()], lr=0.02)
loss_func = nn.MSELoss()

h = torch.zeros(1, 4)
data = list(batches(3))
for i, (x, y) in enumerate(data):
    s, preds = h, []
    for t in range(TIME_STEP):
        s = torch.tanh(x[:, t] @ rnn.weight_ih_l0.T + rnn.bias_ih_l0 + s @ rnn.weight_hh_l0.T + rnn.bias_hh_l0)
        preds.append(s @ out.weight.T + out.bias)
    loss = (torch.stack(preds, 1) - y).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    h = s.detach()
