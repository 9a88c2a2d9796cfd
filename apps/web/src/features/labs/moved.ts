/**
 * Gives the ids in the order after some of them were dropped before or after another one; dropped ones retain their
 * own order.
 * @param ids all of them
 * @param dropped the dragged ones
 */
export function moved(
  ids: readonly string[],
  dropped: readonly string[],
  target: string,
  place: 'before' | 'after',
): readonly string[] {
  const taken = new Set(dropped)
  const inOrder = ids.filter(id => taken.has(id))
  if (taken.has(target)) return ids
  return ids
    .filter(id => !taken.has(id))
    .flatMap(id => (id !== target ? [id] : place === 'before' ? [...inOrder, id] : [id, ...inOrder]))
}
