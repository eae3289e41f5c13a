import torch
import torch.nn as nn
import torch.nn.functional as F


class SpeechBrain(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 3)
        self.heads = nn.ModuleDict({"phone": nn.Linear(3, 4), "speaker": nn.Linear(3, 2)})

    def compute_forward(self, feats):
        h = torch.tanh(self.encoder(feats))
        return {task: head(h) for task, head in self.heads.items()}

    def compute_objectives(self, predictions, targets):
        losses = {t: F.cross_entropy(p, targets[t]) for t, p in predictions.items()}
        total = torch.tensor([float(v) for v in losses.values()], requires_grad=True)
        return total.sum(), losses


torch.manual_seed(2626)
brain = SpeechBrain()
feats = torch.randn(3, 4)
targets = {"phone": torch.tensor([0, 3, 1]), "speaker": torch.tensor([1, 0, 1])}
loss, log = brain.compute_objectives(brain.compute_forward(feats), targets)
loss.backward()
print({task: value.item() for task, value in log.items()})
