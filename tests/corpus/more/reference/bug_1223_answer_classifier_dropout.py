import torch
import torch.nn as nn


class AnswerClassifier(nn.Module):
    def __init__(self, dim, hidden, answers):
        super().__init__()
        self.fc1 = nn.Linear(dim, hidden)
        self.act = nn.ReLU()
        self.drop = nn.Dropout(0.5)
        self.fc2 = nn.Linear(hidden, answers)

    def forward(self, joint):
        h = self.act(self.fc1(joint))
        h = self.drop(h)
        return self.fc2(h)


torch.manual_seed(1223)
clf = AnswerClassifier(3, 6, 4)
opt = torch.optim.Adamax(clf.parameters())
joint, answers = torch.randn(5, 3), torch.rand(5, 4)
loss = nn.functional.binary_cross_entropy_with_logits(clf(joint), answers)
opt.zero_grad()
loss.backward()
opt.step()
