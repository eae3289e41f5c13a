import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 6)
        self.fc2 = nn.Linear(6, 3)

    def forward(self, x):
        return self.fc2(F.relu(self.fc1(x), inplace=True))


def train(net, batches, iters_to_accumulate=2):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    running = 0.0
    optimizer.zero_grad()
    for i, (input, target) in enumerate(batches):
        with torch.autocast(device_type="cpu", dtype=torch.bfloat16):
            output = net(input)
            loss = F.cross_entropy(output.float(), target)
            loss = loss / iters_to_accumulate
        loss.backward()
        running += loss.detach().item()
        if (i + 1) % iters_to_accumulate == 0:
            torch.nn.utils.clip_grad_value_(net.parameters(), 0.2)
            optimizer.step()
            if i + 1 < len(batches):
                optimizer.zero_grad()
    return running


torch.manual_seed(261)
net = Net()
batches = [(torch.randn(5, 4), torch.randint(0, 3, (5,))) for _ in range(6)]
total = train(net, batches)
with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
    preds = net(batches[0][0]).argmax(1)
print(f"{total:.4f}", preds.tolist())
