import torch
import torch.nn as nn

torch.manual_seed(1547)
model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
micro_batches = torch.randn(4, 5, 3) * torch.tensor([4.0, 1.0, 3.0, 0.5]).view(4, 1, 1)
accumulation_steps = 4

opt.zero_grad()
for step, batch in enumerate(micro_batches):
    loss = (model(batch) - 2.0).pow(2).mean() / accumulation_steps
    loss.backward()
    if (step + 1) % accumulation_steps == 0:
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
