import torch
import torch.nn as nn
import torch.nn.functional as F


class Catalogue:
    def __init__(self, encoder, features):
        self.encoder = encoder.eval()
        self.features = features

    @torch.no_grad()
    def vectors(self):
        return F.normalize(self.encoder(self.features), dim=-1)


torch.manual_seed(2229)
item_tower, user_tower = nn.Linear(5, 3), nn.Linear(4, 3)
table = Catalogue(item_tower, torch.randn(7, 5)).vectors()

users = torch.randn(3, 4)
logits = user_tower(users) @ table.T
loss = F.cross_entropy(logits, torch.tensor([0, 5, 2]))
loss.backward()
