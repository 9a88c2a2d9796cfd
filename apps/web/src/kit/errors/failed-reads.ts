import type { UseQueryResult } from '@tanstack/react-query'

/** Something that a screen reads. */
export type Read = Pick<UseQueryResult, 'data' | 'error' | 'isError' | 'refetch'>

/** The first failure; null: none. Data that was read before and failed to refresh does not count. */
export const failureOf = (reads: readonly Read[]): Error | null =>
  reads.find(({ data, error }) => data === undefined && error !== null)?.error ?? null

/** Reads again what did not come. */
export function readAgain(reads: readonly Read[]): void {
  for (const read of reads) if (read.isError) void read.refetch()
}
