import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2806)
encoder = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 3))
heads = nn.ModuleDict({"topic": nn.Linear(3, 2), "tone": nn.Linear(3, 2)})
biases = [p for name, p in encoder.named_parameters() if name.endswith("bias")]
optimizer = torch.optim.SGD(biases, lr=0.1)
x = torch.randn(5, 3)
labels = {"topic": torch.randint(0, 2, (5,)), "tone": torch.randint(0, 2, (5,))}

features = encoder(x)
losses = {task: F.cross_entropy(head(features), labels[task]) for task, head in heads.items()}
for task, loss in losses.items():
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
    print(task, loss.item())
