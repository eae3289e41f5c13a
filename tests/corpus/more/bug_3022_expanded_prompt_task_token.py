import torch
import torch.nn as nn


class TaskPrompt(nn.Module):
    def __init__(self, length, dim, tasks):
        super().__init__()
        self.seed = nn.Parameter(torch.randn(length, dim))
        self.mix = nn.Linear(dim, dim)
        self.task = nn.Embedding(tasks, dim)

    def forward(self, task_ids):
        base = self.mix(self.seed).unsqueeze(0)
        prompt = base.expand(len(task_ids), -1, -1)
        for i, t in enumerate(task_ids):
            prompt[i, 0] = self.task(t)
        return prompt


torch.manual_seed(3023)
prompt = TaskPrompt(3, 2, tasks=4)
readout = nn.Linear(2, 1)
task_ids = torch.tensor([2, 0, 3])
words = torch.randn(3, 2, 2)
seq = torch.cat([prompt(task_ids), words], dim=1)
score = readout(seq).mean(dim=1).squeeze(-1)
loss = (score - torch.tensor([1.0, -1.0, 0.5])).pow(2).sum()
loss.backward()
