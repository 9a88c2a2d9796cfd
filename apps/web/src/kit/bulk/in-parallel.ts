/**
 * Runs an async function for each element of a list, with limited concurrency.
 * @param atOnce how many are under way together at most
 * @param act must not throw: a failure is a result
 * @param onSettled receives the number done after each one
 * @returns the results in the order of the list
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  {
    atOnce,
    act,
    onSettled,
  }: {
    readonly atOnce: number
    readonly act: (item: Item) => Promise<Result>
    readonly onSettled?: (done: number) => void
  },
): Promise<Result[]> {
  const results = new Map<number, Result>()
  const waiting = items.entries()
  const work = async () => {
    for (const [index, item] of waiting) {
      results.set(index, await act(item))
      onSettled?.(results.size)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  return [...results].toSorted(([one], [other]) => one - other).map(([, result]) => result)
}
