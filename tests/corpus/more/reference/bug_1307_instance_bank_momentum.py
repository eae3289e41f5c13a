import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1307)
backbone = nn.Linear(4, 2)
bank = F.normalize(torch.randn(6, 2), dim=1)
images, index = torch.randn(3, 4), torch.tensor([0, 2, 5])


def update_bank(feat, index, momentum=0.5):
    with torch.no_grad():
        mixed = momentum * bank[index] + (1 - momentum) * feat
        bank.index_copy_(0, index, F.normalize(mixed, dim=1))


feat = F.normalize(backbone(images), dim=1)
logits = torch.mm(feat, bank.clone().t()) / 0.1
update_bank(feat, index)
loss = F.cross_entropy(logits, index)
loss.backward()
