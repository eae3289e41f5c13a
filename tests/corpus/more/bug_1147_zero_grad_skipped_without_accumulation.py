import torch
import torch.nn as nn

torch.manual_seed(1147)


class Engine:
    def __init__(self, accumulation_steps=1):
        self.model, self.steps = nn.Linear(3, 1), accumulation_steps
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.0)

    def train_step(self, index, batch):
        if self.steps > 1 and index % self.steps == 0:
            self.optimizer.zero_grad()
        loss = self.model(batch).pow(2).mean()
        loss.backward()
        if (index + 1) % self.steps == 0:
            self.optimizer.step()


engine = Engine()
for index, batch in enumerate(torch.randn(3, 4, 3)):
    engine.train_step(index, batch)
