import torch


class Drone:
    def __init__(self, state):
        self.state = state

    def move(self, control, dt):
        previous = self.state
        self.state = self.state + dt * control
        return (self.state - previous) / dt


def fly(plan, dt=0.1):
    drone = Drone(torch.zeros(2))
    speeds = [drone.move(u, dt) for u in plan]
    return drone.state, torch.stack(speeds)


torch.manual_seed(1)
thrust = torch.randn(5, 2, requires_grad=True)
goal = torch.tensor([0.4, -0.1])
final, speeds = fly(thrust)
effort = speeds.pow(2).mean()
loss = (final - goal).pow(2).sum() + 0.3 * effort
loss.backward()
print("loss", loss.item())
