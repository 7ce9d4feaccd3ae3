"""Ten full-batch steps with each optimiser, on the cross entropy plus the L2 penalty."""

import math

import torch

import model

STEPS = 10


class Adadelta:
    """TensorFlow's formula: the learning rate multiplies the step, epsilon stands inside both roots."""

    def __init__(self, leaves, lr, rho, eps):
        self.leaves, self.lr, self.rho, self.eps = leaves, lr, rho, eps
        self.squares = [torch.zeros_like(leaf) for leaf in leaves]
        self.updates = [torch.zeros_like(leaf) for leaf in leaves]

    def step(self):
        with torch.no_grad():
            for leaf, square, updated in zip(self.leaves, self.squares, self.updates):
                square.mul_(self.rho).add_((1 - self.rho) * leaf.grad**2)
                update = torch.sqrt(updated + self.eps) / torch.sqrt(square + self.eps) * leaf.grad
                updated.mul_(self.rho).add_((1 - self.rho) * update**2)
                leaf.sub_(self.lr * update)


class TensorflowAdam:
    """TensorFlow 1's formula: the bias corrections go into the learning rate, so epsilon is not divided by them."""

    def __init__(self, leaves, lr, betas, eps):
        self.leaves, self.lr, self.betas, self.eps, self.steps = leaves, lr, betas, eps, 0
        self.means = [torch.zeros_like(leaf) for leaf in leaves]
        self.squares = [torch.zeros_like(leaf) for leaf in leaves]

    def step(self):
        self.steps += 1
        first, second = self.betas
        lr = self.lr * math.sqrt(1 - second**self.steps) / (1 - first**self.steps)
        with torch.no_grad():
            for leaf, mean, square in zip(self.leaves, self.means, self.squares):
                mean.mul_(first).add_((1 - first) * leaf.grad)
                square.mul_(second).add_((1 - second) * leaf.grad**2)
                leaf.sub_(lr * mean / (torch.sqrt(square) + self.eps))


OPTIMISERS = {
    "sgd": (torch.optim.SGD, {"lr": 0.1, "momentum": 0.9}),
    "adam": (torch.optim.Adam, {"lr": 1e-3, "betas": (0.9, 0.999), "eps": 1e-8}),
    "adam-tensorflow": (TensorflowAdam, {"lr": 1e-3, "betas": (0.9, 0.999), "eps": 1e-8}),
    "adam98": (TensorflowAdam, {"lr": 1e-3, "betas": (0.9, 0.98), "eps": 1e-9}),
    "adadelta": (Adadelta, {"lr": 0.5, "rho": 0.95, "eps": 1e-8}),
    "adadelta6": (Adadelta, {"lr": 1.0, "rho": 0.95, "eps": 1e-6}),
}


def curve(case, parameters, optimiser, dtype=torch.float64):
    """Cross entropy and penalty before the first step and after each: eleven values each."""
    kind, settings = OPTIMISERS[optimiser]
    p = model.trainable(parameters, dtype)
    leaves = list(p.values())
    steps = kind(leaves, **settings)
    losses, penalties = [], []
    for step in range(STEPS + 1):
        loss, penalty = model.run(case, p)["loss"], model.penalty(case, p)
        losses.append(loss.item())
        penalties.append(penalty.item())
        if step < STEPS:
            for leaf, gradient in zip(leaves, torch.autograd.grad(loss + penalty, leaves)):
                leaf.grad = gradient
            steps.step()
    return {**settings, "loss": losses, "penalty": penalties}


def curves(case, parameters):
    return {name: curve(case, parameters, name) for name in OPTIMISERS}
