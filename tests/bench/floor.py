"""The floor: a bare hand-written Chratze sum on plain ints, without names, checks, reasons or options.

What a programmer in a hurry would write for exactly one game. The engine is measured against it.
"""


def chratze_sum(
    count: int, dealer: int, declarer: int, joined: list[int], tricks: list[int], pot: int
) -> tuple[list[int], list[int], list[int], int, int, int]:
    """Return (changes by seat, made, failed, carried, next dealer, next pot) of a played Chratze deal."""
    changes = [0] * count
    made, failed = [], []
    for seat in sorted([declarer, *joined]):
        if tricks[seat] >= (2 if seat == declarer else 1):
            made.append(seat)
        else:
            failed.append(seat)
    sharers = [seat for seat in made if seat != declarer]
    rest = pot
    if declarer in made:
        share = -(-pot * 2 // 3) if sharers else pot
        changes[declarer] += share
        rest = pot - share
    paid = pot - rest
    if sharers:
        each = rest // len(sharers)
        for seat in sharers:
            changes[seat] += each
        paid += each * len(sharers)
    penalties = 0
    for seat in failed:
        penalty = 2 * pot if seat == declarer else pot
        changes[seat] -= penalty
        penalties += penalty
    carried = pot - paid + penalties
    for seat in range(count):
        changes[seat] -= 1
    return changes, made, failed, carried, (dealer + 1) % count, carried + count
