import torch
import torch.nn as nn

torch.manual_seed(2103)


class ContrastMemory:
    def __init__(self, size, dim):
        self.memory = torch.randn(size, dim)

    def __call__(self, z, idx, y):
        picked = torch.index_select(self.memory, 0, idx.view(-1)).view(2, 3, -1)
        out = torch.bmm(picked, z.unsqueeze(2)).squeeze(2)
        self.memory.index_copy_(0, y, 0.5 * self.memory[y] + 0.5 * z.detach())
        return out


encoder, contrast = nn.Linear(4, 3), ContrastMemory(8, 3)
z = encoder(torch.randn(2, 4))
out = contrast(z, torch.tensor([[0, 2, 5], [1, 3, 7]]), torch.tensor([0, 1]))
loss = torch.logsumexp(out, dim=1).sum()
loss.backward()
