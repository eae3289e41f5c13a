import torch
import torch.nn as nn

torch.manual_seed(2414)
head = nn.Linear(4, 1)
proposals = torch.randn(3, 6, 4)
boxes = torch.randn(3, 6, 2)

objectness = head(proposals).squeeze(2)
idx_obj = torch.argmax(objectness, dim=1)
best = objectness.gather(1, idx_obj[:, None]).squeeze(1)
chosen = boxes[torch.arange(3), idx_obj]
loss = nn.functional.softplus(-best).mean() + (best * chosen.norm(dim=1)).pow(2).mean()
loss.backward()
