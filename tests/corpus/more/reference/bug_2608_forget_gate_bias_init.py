import torch
import torch.nn as nn


class GestureEncoder(nn.Module):
    def __init__(self, feats, hidden):
        super().__init__()
        self.rnn = nn.LSTM(feats, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 2)
        self.reset_parameters()

    def reset_parameters(self):
        for name, param in self.rnn.named_parameters():
            if "weight" in name:
                nn.init.orthogonal_(param)
            else:
                n = param.numel()
                with torch.no_grad():
                    param[n // 4:n // 2].fill_(1.0)

    def forward(self, x):
        seq, _ = self.rnn(x)
        return self.out(seq[:, -1])


torch.manual_seed(2616)
encoder = GestureEncoder(2, 3)
logits = encoder(torch.randn(4, 5, 2))
loss = nn.functional.cross_entropy(logits, torch.tensor([0, 1, 1, 0]))
loss.backward()
