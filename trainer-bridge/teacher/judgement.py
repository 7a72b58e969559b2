"""How well a teacher tells the plays of a position apart, by contrast data: each play of a group is
played on with the same tiles (`zymurgy frames --contrast`). The group's mean is taken off, so that the
luck that all its plays share does not count."""

import torch

from .frames import FrameError, batches_of
from .training import values_of

BATCH = 512


def judge(teacher, path, device):
    # In place of targets: static equity, points gained, number of plays of the group that follow.
    values, (equity, gain, left) = values_of(
        teacher.to(device), batches_of(path, BATCH, teacher.shape["scalars"]), device)
    return figures(values, equity, gain, left)


def figures(values, equity, gain, left):
    """Slope and R2 within groups, and the points that choosing by value gains over choosing the best by
    static equity, the first of each group."""
    ends = torch.nonzero(left == 0).flatten() + 1
    starts = torch.cat([torch.zeros(1, dtype=torch.long), ends[:-1]])
    groups = torch.repeat_interleave(torch.arange(len(ends)), ends - starts)
    if len(groups) != len(left) or not torch.equal(left.long(), ends[groups] - 1
                                                   - torch.arange(len(left))):
        raise FrameError("frames that are not groups of plays: made without --contrast?")

    if len(ends) < 2:
        raise FrameError("one group of plays: two at least tell how sure the figures are")

    def centred(numbers):
        numbers = numbers.double()
        sums = torch.zeros(len(ends), dtype=torch.double).index_add_(0, groups, numbers)
        return numbers - (sums / (ends - starts))[groups]

    value, static, label = centred(values), centred(equity), centred(gain)

    def explained(by):
        return 100 * float((by @ label) ** 2 / ((by @ by) * (label @ label)).clamp_min(1e-12))

    choices = torch.stack([start + values[start:end].argmax()
                           for start, end in zip(starts.tolist(), ends.tolist())])
    gained = (gain[choices] - gain[starts]).double()
    return {"groups": len(ends), "plays": len(left),
            "R2 of static equity, %": explained(static), "R2 of the value, %": explained(value),
            "slope": float((value @ label) / (value @ value).clamp_min(1e-12)),
            "points a decision": float(gained.mean()),
            "standard error": float(gained.std() / len(gained) ** 0.5)}
