import torch
import torch.nn as nn
import torch.nn.functional as F


class SegmentationHead(nn.Module):
    def __init__(self, ch, classes):
        super().__init__()
        self.merge = nn.Conv2d(ch, ch, 1)
        self.norm = nn.BatchNorm2d(ch)
        self.dropout = nn.Dropout2d(p=0.3, inplace=True)
        self.main = nn.Conv2d(ch, classes, 1)
        self.aux = nn.Conv2d(ch, classes, 1)

    def forward(self, x):
        x = self.norm(self.merge(x))
        aux = self.aux(x)
        x = self.dropout(x)
        return self.main(x), aux


torch.manual_seed(2610)
head = SegmentationHead(3, 2)
scan = torch.randn(2, 3, 3, 3)
organ = torch.randint(0, 2, (2, 3, 3))
main, aux = head(scan)
loss = F.cross_entropy(main, organ) + 0.4 * F.cross_entropy(aux, organ)
loss.backward()
