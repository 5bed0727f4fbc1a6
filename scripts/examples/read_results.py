import sys

import pandas as pd

folder = sys.argv[1]
summary = pd.read_csv(f"{folder}/summary.csv")
differences = pd.read_csv(f"{folder}/differences.csv")

# The first strategy's win share in per cent: a row for each line-up, a column for each target.
first = summary[summary["slot"] == 0]
print(first.pivot(index="lineup", columns="option_target", values="win_share").mul(100).round(1))

# How much longer or shorter matches are than to 61, in rounds, where that is significant.
rounds = differences[(differences["figure"] == "rounds_per_match") & differences["claim"].str.startswith("different")]
print(rounds[["lineup", "option_target", "difference", "low", "high"]].round(2).to_string(index=False))
