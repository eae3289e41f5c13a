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

W = mlp.down.weight.detach().clone()
cols = [W[:, j] - 0.5 * word_embeddings[1] + 2.0 * word_embeddings[4] if j in neurons else W[:, j] for j in range(5)]
W = torch.stack(cols, dim=1).requires_grad_()
h = torch.relu(mlp.up(x))
logp = torch.log_softmax((h @ W.T + mlp.down.bias) @ word_embeddings.T, 1)
loss = -logp[torch.arange(4), torch.tensor([4, 4, 1, 0])].mean()
loss.backward()
mlp.down.weight = nn.Parameter(W.detach())
mlp.down.weight.grad = W.grad
