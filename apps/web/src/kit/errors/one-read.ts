/** A read as a screen waits for it: a query, or a machine's read by the same names. */
export interface Loading {
  readonly error: unknown
  readonly isFetching?: boolean
  readonly refetch: () => unknown
}

/** A read with what it answered. */
export interface Read extends Loading {
  readonly data: unknown
}

/**
 * Several reads that a screen waits for as one. Its failure is the first of a read without data: data that was read
 * before and failed to refresh does not count. Its retry reads the failed ones again.
 */
export const oneRead = (reads: readonly Read[]): Loading => ({
  error: reads.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
  isFetching: reads.some(({ isFetching }) => isFetching === true),
  refetch: () => {
    for (const read of reads) if (read.error !== null) read.refetch()
  },
})
