import torch
import torch.nn as nn
import torch.nn.functional as F


class CaptionHead(nn.Module):
    def __init__(self, dim, vocab, pad, bos):
        super().__init__()
        self.proj = nn.Linear(dim, vocab)
        self.special = [pad, bos]

    def forward(self, hidden):
        logits = self.proj(torch.tanh(hidden))
        blocked = torch.zeros(logits.shape[-1], dtype=torch.bool)
        blocked[self.special] = True
        logits = logits.masked_fill(blocked, -1e4)
        return F.log_softmax(logits, dim=-1)


torch.manual_seed(2807)
head = CaptionHead(dim=3, vocab=6, pad=0, bos=1)
hidden = torch.randn(2, 4, 3, requires_grad=True)
words = torch.randint(2, 6, (2, 4))
log_probs = head(hidden)
loss = F.nll_loss(log_probs.flatten(0, 1), words.flatten())
loss.backward()
print(loss.item())
