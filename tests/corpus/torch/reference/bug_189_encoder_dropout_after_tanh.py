import torch
import torch.nn as nn


class UtteranceEncoder(nn.Module):
    def __init__(self, n_mels, hidden):
        super().__init__()
        self.rnn_in = nn.Linear(n_mels, hidden)
        self.drop = nn.Dropout(0.5)
        self.out = nn.Linear(hidden, 2)

    def forward(self, mel):
        h = torch.tanh(self.rnn_in(mel))
        pooled = self.drop(h).mean(dim=1)
        return self.out(pooled)


torch.manual_seed(312)
model = UtteranceEncoder(3, 4)
model.train()
mel = torch.randn(2, 5, 3)
speaker = torch.tensor([0, 1])

logits = model(mel)
loss = nn.functional.cross_entropy(logits, speaker)
loss.backward()
print({k: v.grad.norm().item() for k, v in model.named_parameters()})
