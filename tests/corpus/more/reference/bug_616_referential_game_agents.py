import torch
import torch.nn as nn


class ReferentialGame:
    def __init__(self):
        self.speaker = nn.Linear(3, 2)
        self.listener = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 3))
        self.opt_s = torch.optim.Adam(self.speaker.parameters(), lr=0.01)
        self.opt_l = torch.optim.Adam(self.listener.parameters(), lr=0.01)

    def play(self, obj):
        message = torch.tanh(self.speaker(obj))
        guess = self.listener(message)
        hear = (self.listener(message.detach()) - obj).pow(2).mean()
        speak = (guess - obj).pow(2).mean() + 0.05 * message.abs().mean()
        return speak, hear

    def train_step(self, obj):
        speak, hear = self.play(obj)
        self.opt_l.zero_grad()
        hear.backward()
        self.opt_s.zero_grad()
        speak.backward()
        self.opt_l.step()
        self.opt_s.step()


torch.manual_seed(616)
game = ReferentialGame()
game.train_step(torch.randn(6, 3))
