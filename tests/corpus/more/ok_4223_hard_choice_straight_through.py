import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(133)
router = nn.Linear(2, 3)
paths = torch.randn(3, 4)
soft = router(torch.randn(5, 2)).softmax(-1)
hard = F.one_hot(soft.argmax(-1), 3).float()
choice = hard + soft - soft.detach()
loss = (choice @ paths).pow(2).mean()
loss.backward()
