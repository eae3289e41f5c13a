import torch
import torch.nn as nn


class SessionGraph(nn.Module):
    def __init__(self, users, items, dim):
        super().__init__()
        self.user_emb, self.item_emb = nn.Embedding(users, dim), nn.Embedding(items, dim)
        self.proj = nn.Linear(dim, dim, bias=False)

    def initial(self):
        return {"user": self.proj(self.user_emb.weight), "item": self.proj(self.item_emb.weight)}

    def propagate(self, feats, sessions):
        scores = feats["user"] @ feats["item"].t()
        for user, items in sessions.items():
            feats["item"][items] = 0.5 * feats["item"][items] + 0.5 * feats["user"][user]
        return scores

    def forward(self, sessions):
        feats = self.initial()
        scores = self.propagate(feats, sessions)
        return scores + feats["item"].mean(1)


torch.manual_seed(1221)
model = SessionGraph(2, 4, 3)
sessions = {0: [1, 3], 1: [0, 3]}
loss = nn.functional.cross_entropy(model(sessions), torch.tensor([3, 0]))
loss.backward()
