"""Training: stages of a recipe, from frames, with validation, checkpoints and a learning curve.

A folder holds a training's results and state: last.pt (all that is needed to continue), best.pt (the
network with the lowest validation loss), curve.csv and curve.svg. Each file is complete at any time, so
that a training can be stopped at any point.
"""

import math
import os
import time

import torch
from torch.nn import functional

from whole_file import whole_file

from . import curve
from .frames import Feed, FileFrames, Place, batches_of, beginning, with_targets
from .model import Teacher

VALIDATION_BATCH = 512


class CheckpointError(Exception):
    """What is wrong with a checkpoint."""


class DivergedError(Exception):
    """Where a training diverged."""


def rate_at(step, stage):
    """The learning rate of a step: a linear warm-up, then a cosine decay to 0."""
    if step < stage.warmup:
        return stage.rate * (step + 1) / stage.warmup
    done = (step - stage.warmup) / max(1, stage.steps - stage.warmup)
    return stage.rate * (1 + math.cos(math.pi * done)) / 2


def correlation(a, b):
    a, b = a.double() - a.double().mean(), b.double() - b.double().mean()
    return float((a @ b) / (a.norm() * b.norm()).clamp_min(1e-12))


def grad_scaler(enabled):
    """The scaler for mixed precision, which PyTorch 2.3 renamed."""
    if hasattr(torch.amp, "GradScaler"):
        return torch.amp.GradScaler("cuda", enabled=enabled)
    return torch.cuda.amp.GradScaler(enabled=enabled)


def first_line(error):
    """An error's first line: PyTorch's errors may run to pages."""
    return (str(error).splitlines() or [type(error).__name__])[0]


def save(path, content):
    with whole_file(path) as name:
        torch.save(content, name)


def load(path):
    try:
        return torch.load(path, map_location="cpu")
    except Exception as error:
        raise CheckpointError(f"{path}: {first_line(error)}") from error


def load_teacher(path):
    """The network of a checkpoint, ready to evaluate."""
    content = load(path)
    try:
        teacher = Teacher(**content["shape"])
        teacher.load_state_dict(content["teacher"])
    except (KeyError, IndexError, TypeError, AttributeError, RuntimeError) as error:
        raise CheckpointError(f"{path}: no teacher of this version") from error
    return teacher.eval()


@torch.no_grad()
def values_of(teacher, batches, device):
    """The values of all frames, and the three targets of each."""
    teacher.eval()
    values, targets = [], []
    for batch in batches:
        on_device = batch.to(device)
        values.append(teacher(on_device.planes, on_device.scalars).float().cpu())
        targets.append(torch.stack([batch.result, batch.win, batch.spread]))  # a copy, without the planes
    return torch.cat(values), torch.cat(targets, dim=1)


def validate(teacher, path, target, device):
    """The loss on the frames of a file, and the value's correlation with the games' results."""
    targets = []

    def noted():
        for batch in batches_of(path, VALIDATION_BATCH, teacher.shape["scalars"], with_targets):
            targets.append(batch.target(target).clone())  # a view would keep the planes
            yield batch

    values, (result, _, _) = values_of(teacher, noted(), device)
    return (float(functional.smooth_l1_loss(values, torch.cat(targets))),
            correlation(values, result))


class Trainer:
    """`validation` is a file of frames; `sources` give the frames to learn from."""

    def __init__(self, recipe, sources, validation, folder, device="cpu", tell=print):
        self.recipe, self.sources, self.validation = recipe, sources, validation
        self.folder, self.device, self.tell = folder, torch.device(device), tell
        self.mixed = self.device.type == "cuda"
        torch.backends.cudnn.benchmark = True  # all batches have one size
        torch.manual_seed(recipe.seed)
        held_out = FileFrames(validation)
        self.teacher = Teacher(recipe.network.channels, recipe.network.blocks, held_out.scalars())
        self.teacher.to(self.device, memory_format=torch.channels_last)
        self.stage = self.step = 0  # the next to train
        self.places = beginning(sources)
        self.best, self.rows, self.resumed = math.inf, [], {}
        # A continued training must match this: its places would mean nothing in other frames.
        self.origin = {"recipe": recipe.sha256, "validation": held_out.identity(),
                       "frames": [source.identity() for source in sources]}
        os.makedirs(folder, exist_ok=True)
        if os.path.exists(self._path("last.pt")):
            self._resume()

    def _path(self, name):
        return os.path.join(self.folder, name)

    def _resume(self):
        path = self._path("last.pt")
        content = load(path)
        try:
            for part, other in (("recipe", "another recipe"), ("frames", "other frames"),
                                ("validation", "other frames to validate by")):
                if content["origin"][part] != self.origin[part]:
                    raise CheckpointError(f"{path}: of {other}")
            self.teacher.load_state_dict(content["teacher"])
            self.stage, self.step, places = content["at"]
            self.places = [Place(*place) for place in places]
            self.best, self.rows = content["best"], content["rows"]
            self.resumed = content["optimiser"]
        except (KeyError, IndexError, TypeError, AttributeError, RuntimeError) as error:
            raise CheckpointError(f"{path}: no checkpoint of this version") from error

    def _network(self):
        return {"shape": self.teacher.shape, "teacher": self.teacher.state_dict(),
                "origin": self.origin}

    def _checkpoint(self, **optimiser):
        """Saves last.pt, with the stage's optimiser and scaler; between stages without."""
        save(self._path("last.pt"),
             {**self._network(), "at": (self.stage, self.step, [tuple(p) for p in self.places]),
              "best": self.best, "rows": self.rows,
              "optimiser": {name: part.state_dict() for name, part in optimiser.items()}})

    def run(self, stop_after=None):
        """Trains to the end, or for at most `stop_after` steps."""
        left = math.inf if stop_after is None else stop_after
        while self.stage < len(self.recipe.stages) and left > 0:
            left -= self._run_stage(self.recipe.stages[self.stage], left)

    def _run_stage(self, stage, most):
        optimiser = torch.optim.AdamW(self.teacher.parameters(), stage.rate,
                                      weight_decay=stage.decay)
        scaler = grad_scaler(self.mixed)
        if self.resumed:
            optimiser.load_state_dict(self.resumed["adam"])
            if self.mixed and self.resumed["scaler"]:  # on the processor it has no state
                scaler.load_state_dict(self.resumed["scaler"])
            self.resumed = {}
        feed = Feed(self.sources, stage.batch, self.places, pinned=self.mixed)
        begun, first, loss_sum, losses = time.monotonic(), self.step, 0, 0
        try:
            while self.step < stage.steps and self.step - first < most:
                batch = next(feed).to(self.device)
                loss_sum += self._learn(batch, stage, optimiser, scaler)
                losses += 1
                self.step += 1
                self.places = feed.places
                if self.step % stage.check == 0 or self.step == stage.steps:
                    speed = losses * stage.batch / (time.monotonic() - begun)
                    self._check(stage, float(loss_sum) / losses, speed)
                    begun, loss_sum, losses = time.monotonic(), 0, 0
                    self._checkpoint(adam=optimiser, scaler=scaler)
        finally:
            feed.close()
        steps = self.step - first
        if self.step == stage.steps:
            self._next_stage()
            self._checkpoint()
        else:
            self._checkpoint(adam=optimiser, scaler=scaler)
        return steps

    def _next_stage(self):
        """The next stage begins with the best network, and a new best loss: its target may be another."""
        self.stage += 1
        self.step = 0
        if self.stage < len(self.recipe.stages):
            self.teacher.load_state_dict(load(self._path("best.pt"))["teacher"])
            self.best = math.inf

    def _learn(self, batch, stage, optimiser, scaler):
        """Makes a step; returns the loss as a tensor, without waiting for the GPU."""
        self.teacher.train()
        for group in optimiser.param_groups:
            group["lr"] = rate_at(self.step, stage)
        with torch.autocast(self.device.type, dtype=torch.float16 if self.mixed else torch.bfloat16,
                            enabled=self.mixed):
            planes = batch.planes.contiguous(memory_format=torch.channels_last)
            value = self.teacher(planes, batch.scalars)
        loss = functional.smooth_l1_loss(value.float(), batch.target(stage.target))
        optimiser.zero_grad(set_to_none=True)
        scaler.scale(loss).backward()
        scaler.step(optimiser)
        scaler.update()
        return loss.detach()

    def _check(self, stage, training_loss, speed):
        loss, correlated = validate(self.teacher, self.validation, stage.target, self.device)
        if not (math.isfinite(training_loss) and math.isfinite(loss)):
            raise DivergedError(f"stage {self.stage + 1}, step {self.step}: loss {training_loss}, "
                                f"validation {loss}: the training diverges, its rate "
                                f"({stage.rate}) is too high")
        better = loss < self.best
        if better:
            self.best = loss
            save(self._path("best.pt"), self._network())
        self.rows.append({"stage": self.stage + 1, "step": self.step,
                          "rate": rate_at(self.step - 1, stage), "training_loss": training_loss,
                          "validation_loss": loss, "correlation": correlated})
        curve.write_csv(self._path("curve.csv"), self.rows)
        curve.write_svg(self._path("curve.svg"), self.rows)
        self.tell(f"stage {self.stage + 1}, step {self.step} of {stage.steps}: "
                  f"loss {training_loss:.5f}, validation {loss:.5f}{' (best)' if better else ''}, "
                  f"correlation with results {correlated:.4f}, {speed:.0f} frames a second")
