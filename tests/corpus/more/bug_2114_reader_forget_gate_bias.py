import torch
import torch.nn as nn


class LSTM(nn.Module):
    def __init__(self, input_size, hidden_size, num_layers=1, bidirectional=True):
        super().__init__()
        self.rnn = nn.LSTM(input_size, hidden_size, num_layers, batch_first=True, bidirectional=bidirectional)
        self.reset_params()

    def reset_params(self):
        for i in range(self.rnn.num_layers):
            nn.init.orthogonal_(getattr(self.rnn, f"weight_hh_l{i}"))
            nn.init.constant_(getattr(self.rnn, f"bias_hh_l{i}"), val=0)
            getattr(self.rnn, f"bias_hh_l{i}").chunk(4)[1].fill_(1)

    def forward(self, x):
        return self.rnn(x)[0]


torch.manual_seed(43)
reader = LSTM(3, 2)
start = nn.Linear(4, 1)
context = torch.randn(2, 5, 3)
scores = start(reader(context)).squeeze(-1)
loss = nn.functional.cross_entropy(scores, torch.tensor([1, 4]))
loss.backward()
