/** Two different moments of a course for each pair of picks, the earlier one first; none where both picks meet the same. */
export function twoMomentsOf<Moment>(
  moments: readonly Moment[],
  picks: readonly (readonly [number, number])[],
): (readonly [before: Moment, after: Moment])[] {
  return picks.flatMap(pair => {
    const [first = 0, second = 0] = pair.map(pick => pick % moments.length).toSorted((one, other) => one - other)
    const [before, after] = [moments[first], moments[second]]
    return before === undefined || after === undefined || first === second ? [] : [[before, after] as const]
  })
}
