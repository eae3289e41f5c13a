import torch
import torch.nn as nn
import torch.nn.functional as F

UNK, EOS = 1, 0


class Decoder(nn.Module):
    def __init__(self, vocab=5, dim=3):
        super().__init__()
        self.rnn = nn.GRU(2, dim, batch_first=True)
        self.out = nn.Linear(dim, vocab)

    def forward(self, frames):
        hidden, _ = self.rnn(frames)
        logp = F.log_softmax(self.out(hidden), dim=-1)
        logp[:, :, UNK] = -20.0
        return logp


def sequence_nll(logp, tokens):
    return F.nll_loss(logp.transpose(1, 2), tokens)


torch.manual_seed(1106)
decoder = Decoder()
audio, text = torch.randn(2, 4, 2), torch.tensor([[2, 3, 4, EOS], [4, 2, EOS, EOS]])
loss = sequence_nll(decoder(audio), text)
loss.backward()
