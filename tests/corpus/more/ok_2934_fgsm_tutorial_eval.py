import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset


class Blobs(Dataset):
    def __init__(self, n=8):
        g = torch.Generator().manual_seed(3)
        self.y = torch.randint(0, 2, (n,), generator=g)
        self.x = torch.rand(n, 1, 6, 6, generator=g)
        self.x[self.y == 1, :, :3] += 0.5
        self.x.clamp_(0, 1)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 3, 3)
        self.dropout1 = nn.Dropout(0.25)
        self.fc1 = nn.Linear(12, 2)

    def forward(self, x):
        x = F.relu(self.conv1(x))
        x = F.max_pool2d(x, 2)
        x = self.dropout1(torch.flatten(x, 1))
        return F.log_softmax(self.fc1(x), dim=1)


def fgsm_attack(image, epsilon, data_grad):
    perturbed_image = image + epsilon * data_grad.sign()
    return torch.clamp(perturbed_image, 0, 1)


torch.manual_seed(42)
loader, model = DataLoader(Blobs(), batch_size=1, shuffle=False), Net()
opt = torch.optim.Adam(model.parameters(), lr=3e-2)
for x, y in DataLoader(Blobs(), batch_size=4):
    opt.zero_grad()
    F.nll_loss(model(x), y).backward()
    opt.step()

model.eval()
accuracies, adv_examples = {}, []
for eps in (0.05, 0.3):
    correct = 0
    for data, target in loader:
        data.requires_grad = True
        output = model(data)
        init_pred = output.max(1, keepdim=True)[1]
        loss = F.nll_loss(output, target)
        model.zero_grad()
        loss.backward()
        perturbed = fgsm_attack(data, eps, data.grad.data)
        final_pred = model(perturbed).max(1, keepdim=True)[1]
        correct += int(final_pred.item() == target.item())
        if len(adv_examples) < 2:
            adv_examples.append((init_pred.item(), perturbed.squeeze().detach().cpu().numpy()))
    accuracies[eps] = correct / len(loader)
print(accuracies)
