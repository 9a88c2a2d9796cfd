import { isInOrder, type TableSort } from './sort.ts'

/**
 * Tells whether the shown rows are still in order, at a cost proportional to the changed rows: a list is in order when all
 * neighbours are, and a change concerns two pairs.
 */
export interface OrderWatch {
  /** Looks again at these rows. @returns whether the shown order now differs from the right one */
  readonly look: (changedIds: readonly string[]) => boolean
}

/**
 * Watches an order.
 * @param ids the rows as shown
 * @param keyOf what a row is ordered by, as it is now
 */
export function watchOrder(
  ids: readonly string[],
  keyOf: (id: string) => string | number | undefined,
  direction: TableSort['direction'],
): OrderWatch {
  const place = new Map(ids.map((id, index) => [id, index]))
  /** Places whose row may not come before the next one. */
  const broken = new Set<number>()

  const lookAt = (index: number) => {
    const first = ids[index]
    const second = ids[index + 1]
    if (first === undefined || second === undefined) return
    if (isInOrder(keyOf(first), keyOf(second), direction)) broken.delete(index)
    else broken.add(index)
  }
  for (let index = 0; index < ids.length - 1; index += 1) lookAt(index)

  return {
    look(changedIds) {
      for (const id of changedIds) {
        const index = place.get(id)
        if (index === undefined) continue
        lookAt(index - 1)
        lookAt(index)
      }
      return broken.size > 0
    },
  }
}
