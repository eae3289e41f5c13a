import torch
import torch.nn as nn

torch.manual_seed(3224)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
opt = torch.optim.SGD(model.parameters(), lr=0.1)
data, label = torch.randn(8, 3), torch.randn(8, 1)


def micro_batches(size):
    for i in range(0, len(data), size):
        yield data[i : i + size], label[i : i + size]


def run(size=2, max_norm=0.3):
    chunks = list(micro_batches(size))
    opt.zero_grad(set_to_none=False)
    for x, y in chunks:
        loss = nn.functional.mse_loss(model(x), y) / len(chunks)
        loss.backward()
    for p in model.parameters():
        p.grad.nan_to_num_(0.0)
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    opt.step()


run()
