import torch
import torch.nn as nn


class PairPayoff(nn.Module):
    def __init__(self, dim, actions):
        super().__init__()
        self.actions = actions
        self.fc = nn.Linear(2 * dim, actions * actions)

    def forward(self, hidden, src, dst):
        forth = torch.cat([hidden[src], hidden[dst]], dim=-1)
        back = torch.cat([hidden[dst], hidden[src]], dim=-1)
        output = self.fc(torch.stack([forth, back])).view(2, -1, self.actions, self.actions)
        output = torch.stack([output[0], output[1].transpose(-2, -1)])
        return output.mean(dim=0)


torch.manual_seed(1501)
payoff = PairPayoff(2, 2)
hidden = torch.randn(3, 2)
q = payoff(hidden, torch.tensor([0, 1]), torch.tensor([1, 2]))
loss = (q - 0.5).pow(2).mean()
loss.backward()
