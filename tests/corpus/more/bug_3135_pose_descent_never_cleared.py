import torch


class PoseFit:
    def __init__(self, keypoints, lr=0.05, tol=1e-4):
        self.keypoints, self.lr, self.tol = keypoints, lr, tol
        self.pose = torch.zeros(3, requires_grad=True)

    def energy(self, model_points):
        angle, shift = self.pose[0], self.pose[1:]
        c, s = torch.cos(angle), torch.sin(angle)
        rotation = torch.stack([torch.stack([c, -s]), torch.stack([s, c])])
        return (model_points @ rotation.T + shift - self.keypoints).square().mean()

    def solve(self, model_points, max_iter=4):
        while max_iter:
            loss = self.energy(model_points)
            loss.backward()
            with torch.no_grad():
                self.pose -= self.lr * self.pose.grad
            max_iter -= 1
            if loss.item() < self.tol:
                break
        return loss


torch.manual_seed(3136)
points = torch.randn(5, 2)
fit = PoseFit(keypoints=points + torch.tensor([0.5, -0.2]))
loss = fit.solve(points)
