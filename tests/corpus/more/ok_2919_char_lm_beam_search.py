import contextlib
import torch
import torch.nn as nn
import torch.nn.functional as F

text = "abracadabra abracadabra "
chars = sorted(set(text))
stoi = {c: i for i, c in enumerate(chars)}
ids = torch.tensor([stoi[c] for c in text])


class LM(nn.Module):
    def __init__(self, vocab, dim=4):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.rnn = nn.GRU(dim, dim, batch_first=True)
        self.drop = nn.Dropout(0.1)
        self.norm = nn.LayerNorm(dim)

    def forward(self, x, h=None):
        y, h = self.rnn(self.drop(self.emb(x)), h)
        return self.norm(y) @ self.emb.weight.t(), h


@contextlib.contextmanager
def evaluating(net):
    was_training = net.training
    try:
        net.eval()
        yield net
    finally:
        if was_training:
            net.train()


@torch.no_grad()
def beam_search(net, prompt, beam=3, length=4):
    beams = [(0.0, list(prompt), None, list(prompt))]
    for _ in range(length):
        candidates = []
        for score, seq, h, feed in beams:
            logits, h_new = net(torch.tensor([feed]), h)
            logits[0, -1, stoi[" "]] -= 2.0
            logp = F.log_softmax(logits[0, -1], dim=-1)
            top, idx = logp.topk(beam)
            for s, i in zip(top.tolist(), idx.tolist()):
                candidates.append((score + s, seq + [i], h_new, [i]))
        beams = sorted(candidates, key=lambda b: -b[0])[:beam]
    return "".join(chars[i] for i in beams[0][1])


torch.manual_seed(1337)
lm = LM(len(chars))
opt = torch.optim.AdamW(lm.parameters(), lr=3e-2)
for step in range(4):
    starts = torch.randint(0, len(ids) - 7, (4,))
    xb = torch.stack([ids[s:s + 6] for s in starts])
    yb = torch.stack([ids[s + 1:s + 7] for s in starts])
    logits, _ = lm(xb)
    loss = F.cross_entropy(logits.view(-1, len(chars)), yb.view(-1))
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
    with evaluating(lm):
        sample = beam_search(lm, [stoi["a"]])
    print(step, f"{loss.item():.3f}", repr(sample))
