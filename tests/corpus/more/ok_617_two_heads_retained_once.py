import torch
import torch.nn as nn

torch.manual_seed(1617)
trunk = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
mood, topic = nn.Linear(4, 2), nn.Linear(4, 3)
params = [*trunk.parameters(), *mood.parameters(), *topic.parameters()]
opt = torch.optim.SGD(params, lr=0.1)
x = torch.randn(4, 3)
mood_y, topic_y = torch.tensor([0, 1, 1, 0]), torch.tensor([2, 0, 1, 1])

opt.zero_grad()
h = trunk(x)
mood_loss = nn.functional.cross_entropy(mood(h), mood_y)
mood_loss.backward(retain_graph=True)
share = trunk[0].weight.grad.norm().item()
topic_loss = nn.functional.cross_entropy(topic(h), topic_y)
topic_loss.backward()
opt.step()
print(f"share of first task {share:.3f}")
