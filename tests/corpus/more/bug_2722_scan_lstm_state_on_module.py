import torch
import torch.nn as nn


class ScanLSTM(nn.Module):
    def __init__(self, regions, hidden):
        super().__init__()
        self.lstm = nn.LSTM(regions, hidden, batch_first=True)
        self.linear = nn.Linear(hidden, 1)
        self.hidden = None

    def forward(self, x):
        out, self.hidden = self.lstm(x, self.hidden)
        return torch.sigmoid(self.linear(out.mean(1)))


def train(model, batches, labels):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
    criterion = nn.BCELoss()
    for x, y in zip(batches, labels):
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()


torch.manual_seed(2722)
model = ScanLSTM(3, 2)
scans = torch.randn(2, 4, 5, 3)
sex = torch.randint(0, 2, (2, 4, 1)).float()
train(model, scans, sex)
