"""What things are worth: how often one player wins who alone is given something."""

import polars as pl

from analysis.questions.game_arc import surely_from

CURVE = 5  # values, the usual one included: with fewer, a rule is no question of how much


def decisive(gifts: pl.DataFrame) -> pl.DataFrame:
    """Return how much of each gift decides the game: from where on whoever has it surely wins 80 % of games or more.

    In: rule, value, share, low, high, games. Out, a line for each rule of which at least five values are known: rule, value (from this one of
    those tried on the lower ends of the intervals lie at 80 % or above; None: not even with the most), most (the most that
    was tried), and what it wins: share, low, high, games.
    """
    lines = []
    for rule in gifts["rule"].unique(maintain_order=True):
        tried = gifts.filter(rule=rule).sort("value").to_dicts()
        if len(tried) >= CURVE:
            last = tried[-1]
            won = {name: last[name] for name in ("share", "low", "high", "games")}
            lines.append({"rule": rule, "value": surely_from(tried, "value"), "most": last["value"], **won})
    kinds = {"rule": pl.String, "value": pl.Int64, "most": pl.Int64, "low": pl.Float64, "high": pl.Float64}
    return pl.DataFrame(lines, schema_overrides={name: kind for name, kind in kinds.items() if lines})
