import random
import torch
import torch.nn as nn


class Reservoir:
    def __init__(self, size):
        self.size, self.seen, self.items = size, 0, []

    def add(self, x):
        self.seen += 1
        if len(self.items) < self.size:
            self.items.append(x.clone())
            return
        k = random.randrange(self.size)
        self.items[k].data.copy_(x)

    def pick(self):
        return random.choice(self.items)


random.seed(5)
torch.manual_seed(2110)
model = nn.Linear(3, 1, bias=False)
memory = Reservoir(2)
stream = torch.randn(5, 3)

loss = 0.0
for x in stream:
    loss = loss + model(x).pow(2).sum()
    if memory.items:
        loss = loss + model(memory.pick()).pow(2).sum()
    memory.add(x)
loss.backward()
