import torch
import torch.nn as nn


class FeedForward(nn.Module):
    def __init__(self, dim=3, inner=5):
        super().__init__()
        self.up = nn.Linear(dim, inner)
        self.down = nn.Linear(inner, dim)

    def forward(self, x):
        return self.down(torch.relu(self.up(x)))


def edit_neurons(ffn, positions, old_emb, new_emb, lam=(0.5, 2.0)):
    for pos in positions:
        ffn.down.weight[:, pos] -= old_emb * lam[0]
        ffn.down.weight[:, pos] += new_emb * lam[1]


torch.manual_seed(9)
mlp = FeedForward()
word_embeddings = torch.randn(6, 3)
x = torch.randn(4, 3)
with torch.no_grad():
    activation = torch.relu(mlp.up(x)).mean(0)
neurons = activation.topk(2).indices.tolist()
edit_neurons(mlp, neurons, word_embeddings[1], word_embeddings[4])

logits = mlp(x) @ word_embeddings.T
loss = nn.functional.cross_entropy(logits, torch.tensor([4, 4, 1, 0]))
loss.backward()
print("loss after edit", loss.item())
