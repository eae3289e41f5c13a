import torch
import torch.nn as nn


class Decoder(nn.Module):
    def __init__(self, feat=2, hidden=3):
        super().__init__()
        self.cell = nn.GRUCell(feat, hidden)
        self.head = nn.Linear(hidden, feat)

    def forward(self, context, horizon):
        B = context.size(0)
        outputs = [context.new_zeros(B, self.head.out_features)]
        h = context
        for t in range(horizon):
            prev = outputs[t]
            h = self.cell(prev, h)
            outputs.append(self.head(h))
        return torch.stack(outputs[1:], 1)


torch.manual_seed(513)
dec = Decoder()
context = torch.randn(2, 3)
future = torch.randn(2, 4, 2)
pred = dec(context, future.size(1))
loss = nn.functional.l1_loss(pred, future)
loss.backward()
