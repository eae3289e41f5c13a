import torch
import torch.nn as nn


class CharLM(nn.Module):
    def __init__(self, vocab, hidden):
        super().__init__()
        self.embed = nn.Embedding(vocab, hidden)
        self.lstm = nn.LSTM(hidden, hidden, batch_first=True)
        self.out = nn.Linear(hidden, vocab)
        self.state = None

    def forward(self, ids):
        y, self.state = self.lstm(self.embed(ids), self.state)
        return self.out(y)


torch.manual_seed(18)
model = CharLM(6, 4)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
corpus = torch.randint(0, 6, (2, 13))
bptt = 4
for i in range(0, corpus.size(1) - 1, bptt):
    inputs = corpus[:, i:i + bptt]
    targets = corpus[:, i + 1:i + 1 + bptt]
    optimizer.zero_grad()
    logits = model(inputs)
    loss = criterion(logits.reshape(-1, 6), targets.reshape(-1))
    loss.backward()
    optimizer.step()
