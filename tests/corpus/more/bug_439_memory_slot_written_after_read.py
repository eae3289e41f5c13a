import torch
import torch.nn as nn

torch.manual_seed(4025)
key_net = nn.Linear(2, 3)
value_net = nn.Linear(2, 3)
memory = torch.randn(4, 3)


def access(memory, x, slot):
    match = torch.softmax(memory @ key_net(x), dim=0)
    recalled = match @ memory
    memory[slot] = torch.tanh(value_net(x))
    return recalled


reads = []
for slot, x in enumerate(torch.randn(3, 2)):
    reads.append(access(memory, x, slot))
loss = torch.stack(reads).pow(2).mean()
loss.backward()
