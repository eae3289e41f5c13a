import torch
import torch.nn as nn


class SmilesGenerator(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.embed, self.cell = nn.Embedding(vocab, dim), nn.GRUCell(dim, dim)
        self.out = nn.Linear(dim, vocab)

    def forward(self, token, h):
        h = self.cell(self.embed(token), h)
        return torch.log_softmax(self.out(h), dim=1), h


def policy_gradient(gen, opt, trajectory, reward, gamma=0.97):
    rl_loss, h = torch.zeros(()), torch.zeros(1, 3)
    for p in range(len(trajectory) - 1):
        log_probs, h = gen(trajectory[p:p + 1], h)
        rl_loss = rl_loss - log_probs[0, trajectory[p + 1]].item() * reward
        reward *= gamma
    rl_loss.requires_grad_(True)
    opt.zero_grad()
    rl_loss.backward()
    opt.step()


torch.manual_seed(1215)
gen = SmilesGenerator(5, 3)
opt = torch.optim.SGD(gen.parameters(), lr=0.1)
policy_gradient(gen, opt, torch.tensor([0, 3, 2, 4, 1]), reward=1.5)
