import torch
import torch.nn as nn
import torch.nn.functional as F

PAD = 0


class SentenceModel(nn.Module):
    def __init__(self, vocab_size, dim, hidden):
        super().__init__()
        self.emb = nn.Embedding(vocab_size, dim)
        self.rnn = nn.GRU(dim, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 2)

    def load_vectors(self, vectors, vocab):
        for word, row in vocab.items():
            if word in vectors:
                self.emb.weight[row].copy_(vectors[word])

    def forward(self, tokens):
        _, h = self.rnn(self.emb(tokens))
        return self.out(h[-1])


torch.manual_seed(8)
vocab = {"<pad>": PAD, "good": 1, "bad": 2, "movie": 3}
vectors = {"good": torch.ones(3), "bad": -torch.ones(3)}
model = SentenceModel(len(vocab), 3, 4)
model.load_vectors(vectors, vocab)
optimizer = torch.optim.Adagrad(model.parameters(), lr=0.05)
tokens, labels = torch.tensor([[1, 3, 0], [2, 3, 3]]), torch.tensor([1, 0])
optimizer.zero_grad()
loss = F.cross_entropy(model(tokens), labels)
loss.backward()
optimizer.step()
