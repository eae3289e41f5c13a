import torch


class Grid:
    def __init__(self, pulse, chi, courant=0.4):
        self.E = pulse.clone()
        self.H = torch.zeros(len(pulse) - 1)
        self.chi, self.courant = chi, courant

    def update_H(self):
        self.H = self.H + self.courant * (self.E[1:] - self.E[:-1])

    def update_E(self):
        curl = self.H[1:] - self.H[:-1]
        kerr = self.chi * self.E[1:-1] ** 3
        inner = self.E[1:-1] + self.courant * curl - kerr
        self.E = torch.cat([self.E[:1], inner, self.E[-1:]])

    def run(self, steps):
        for _ in range(steps):
            self.update_H()
            self.update_E()
        return self.E


torch.manual_seed(2512)
chi = torch.tensor([0.1, 0.3, 0.2, 0.05], requires_grad=True)
pulse = torch.tensor([0.0, 0.5, 1.0, 0.7, 0.2, 0.0])
detector = Grid(pulse, chi).run(3)[3:]
loss = detector.square().sum()
loss.backward()
