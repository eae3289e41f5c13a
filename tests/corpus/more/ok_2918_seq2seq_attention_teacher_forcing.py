import random
import torch
import torch.nn as nn
import torch.nn.functional as F

PAD, SOS = 0, 1


class Encoder(nn.Module):
    def __init__(self, vocab, hid):
        super().__init__()
        self.embedding = nn.Embedding(vocab, hid, padding_idx=PAD)
        self.rnn = nn.GRU(hid, hid, batch_first=True)

    def forward(self, src):
        return self.rnn(self.embedding(src))


class Decoder(nn.Module):
    def __init__(self, vocab, hid):
        super().__init__()
        self.embedding = nn.Embedding(vocab, hid)
        self.attn = nn.Linear(2 * hid, hid)
        self.v = nn.Linear(hid, 1, bias=False)
        self.rnn = nn.GRUCell(2 * hid, hid)
        self.out = nn.Linear(2 * hid, vocab)

    def forward(self, token, hidden, enc, mask):
        expanded = hidden.unsqueeze(1).expand(-1, enc.size(1), -1)
        energy = self.attn(torch.cat([expanded, enc], 2)).tanh_()
        scores = self.v(energy).squeeze(2)
        scores.masked_fill_(mask == 0, -1e10)
        a = F.softmax(scores, dim=1)
        context = torch.bmm(a.unsqueeze(1), enc).squeeze(1)
        hidden = self.rnn(torch.cat([self.embedding(token), context], 1), hidden)
        return self.out(torch.cat([hidden, context], 1)), hidden


class Seq2Seq(nn.Module):
    def __init__(self, vocab=7, hid=4):
        super().__init__()
        self.encoder, self.decoder, self.vocab = Encoder(vocab, hid), Decoder(vocab, hid), vocab

    def forward(self, src, trg, teacher_forcing_ratio=0.5):
        outputs = torch.zeros(trg.shape[0], trg.shape[1], self.vocab)
        enc, hidden = self.encoder(src)
        hidden, mask, token = hidden.squeeze(0), src != PAD, trg[:, 0]
        for t in range(1, trg.shape[1]):
            logits, hidden = self.decoder(token, hidden, enc, mask)
            outputs[:, t] = logits
            token = trg[:, t] if random.random() < teacher_forcing_ratio else logits.argmax(1)
        return outputs


random.seed(1234)
torch.manual_seed(1234)
model = Seq2Seq()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
criterion = nn.CrossEntropyLoss(ignore_index=PAD)
for i in range(3):
    src, trg = torch.randint(2, 7, (3, 5)), torch.randint(2, 7, (3, 4))
    src[0, 3:], trg[:, 0], trg[1, 3] = PAD, SOS, PAD
    optimizer.zero_grad()
    output = model(src, trg)
    loss = criterion(output[:, 1:].reshape(-1, 7), trg[:, 1:].reshape(-1))
    loss.backward()
    optimizer.step()
