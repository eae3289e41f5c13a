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

h_state = None
for x, y in batches(3):
    r_out, h_state = rnn(x, h_state)
    prediction = out(r_out)
    loss = loss_func(prediction, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
