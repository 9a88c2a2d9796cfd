import type { Snapshot } from '@desk/machines/journal/fold'

/** The last instance of a machine that fits. The key begins with the machine's name, so that its snapshot is of that machine. */
export const lastOf = <S>(
  snapshots: ReadonlyMap<string, Snapshot>,
  machine: string,
  fits: (snapshot: S) => boolean,
): S | undefined =>
  (
    [...snapshots].filter(([key]) => key.startsWith(`${machine}/`)) as unknown as readonly (readonly [string, S])[]
  ).findLast(([, snapshot]) => fits(snapshot))?.[1]
