import torch
import torch.nn as nn

torch.manual_seed(404)
trunk, mood, topic = nn.Linear(4, 3), nn.Linear(3, 2), nn.Linear(3, 3)
text = torch.randn(5, 4)

shared = torch.tanh(trunk(text))
mood_loss = nn.functional.cross_entropy(mood(shared), torch.tensor([0, 1, 1, 0, 1]))
topic_loss = nn.functional.cross_entropy(topic(shared), torch.tensor([2, 0, 1, 1, 2]))
mood_loss.backward(retain_graph=True)
topic_loss.backward()
