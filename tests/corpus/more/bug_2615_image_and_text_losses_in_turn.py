import torch
import torch.nn as nn
import torch.nn.functional as F


class MultimodalTranslator(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(6, 3)
        self.mix = nn.Linear(3, 3)
        self.to_word = nn.Linear(3, 6)
        self.to_image = nn.Linear(3, 2)

    def forward(self, words):
        state = torch.tanh(self.mix(self.embed(words).mean(dim=1)))
        return self.to_word(state), self.to_image(state)


def train_step(model, opt, batch):
    word_logits, image_pred = model(batch["words"])
    terms = [
        F.cross_entropy(word_logits, batch["next"]),
        0.1 * F.mse_loss(image_pred, batch["image"]),
    ]
    opt.zero_grad()
    for term in terms:
        term.backward()
    opt.step()


torch.manual_seed(2629)
model = MultimodalTranslator()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
batch = {"words": torch.tensor([[0, 1], [2, 3]]), "next": torch.tensor([4, 5]), "image": torch.randn(2, 2)}
train_step(model, opt, batch)
