import numpy as np
import torch
import torch.nn as nn


class Detector:
    def __init__(self):
        self.model = nn.Linear(4, 2)

    def scores(self, x):
        t = torch.from_numpy(x)
        t /= 255.0
        return self.model(t)


torch.manual_seed(1339)
detector = Detector()
images = (np.arange(12, dtype=np.float32).reshape(3, 4) * 20) + 10
clean = detector.scores(images)
shifted = detector.scores(images)
loss = clean.pow(2).mean() + shifted.logsumexp(1).mean()
loss.backward()
