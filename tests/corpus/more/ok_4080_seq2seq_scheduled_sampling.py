import random

import torch
import torch.nn as nn
import torch.nn.functional as F

PAD, BOS, VOCAB = 0, 1, 7


class Seq2Seq(nn.Module):
    def __init__(self, emb=4, hid=5):
        super().__init__()
        self.src_emb = nn.Embedding(VOCAB, emb, padding_idx=PAD)
        self.tgt_emb = nn.Embedding(VOCAB, emb, padding_idx=PAD)
        self.encoder = nn.GRU(emb, hid, batch_first=True)
        self.cell = nn.GRUCell(emb + hid, hid)
        self.attn = nn.Linear(hid, hid, bias=False)
        self.out = nn.Linear(2 * hid, VOCAB)

    def attend(self, h, memory, pad):
        score = torch.bmm(memory, self.attn(h).unsqueeze(2)).squeeze(2)
        score = score.masked_fill(pad, float("-inf"))
        w = F.softmax(score, dim=1)
        return torch.bmm(w.unsqueeze(1), memory).squeeze(1)

    def forward(self, src, tgt, ratio):
        memory, h = self.encoder(self.src_emb(src))
        h, pad = h.squeeze(0), src == PAD
        outputs = torch.zeros(len(src), tgt.shape[1] - 1, VOCAB)
        token = tgt[:, 0]
        for t in range(tgt.shape[1] - 1):
            ctx = self.attend(h, memory, pad)
            h = self.cell(torch.cat([self.tgt_emb(token), ctx], 1), h)
            step = self.out(torch.cat([h, ctx], 1))
            outputs[:, t] = step
            forced = random.random() < ratio
            token = tgt[:, t + 1] if forced else step.argmax(1)
        return outputs


@torch.no_grad()
def exact_match(model, src, tgt):
    model.eval()
    pred = model(src, tgt, ratio=0.0).argmax(-1)
    model.train()
    gold = tgt[:, 1:]
    ok = (pred == gold) | (gold == PAD)
    return ok.all(1).float().mean().item()


random.seed(11)
torch.manual_seed(136)
src = torch.randint(2, VOCAB, (6, 4))
src[2:4, 3:] = PAD
tgt = torch.cat([torch.full((6, 1), BOS), src.flip(1)], dim=1)
model = Seq2Seq()
opt = torch.optim.Adam(model.parameters(), lr=0.02)
ratio, log = 1.0, []
for epoch in range(5):
    logits = model(src, tgt, ratio)
    loss = F.cross_entropy(logits.flatten(0, 1), tgt[:, 1:].flatten(), ignore_index=PAD)
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 10.0)
    opt.step()
    log.append(loss.item())
    ratio = max(0.3, ratio * 0.8)
print("loss", [round(v, 3) for v in log], "match", exact_match(model, src, tgt))
