import torch
import torch.nn as nn

torch.manual_seed(1146)


class Trainer:
    def __init__(self, accum):
        self.model, self.accum = nn.Linear(3, 1), accum
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def fit(self, microbatches):
        for i, x in enumerate(microbatches):
            if i % self.accum == 0:
                self.optimizer.zero_grad(set_to_none=True)
            loss = self.model(x).pow(2).mean() / self.accum
            loss.backward()
            if (i + 1) % self.accum == 0:
                self.optimizer.step()


trainer = Trainer(accum=3)
trainer.fit(torch.randn(3, 4, 3))
