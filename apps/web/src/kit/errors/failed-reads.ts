import type { UseQueryResult } from '@tanstack/react-query'

/** Something that a screen reads. */
export type Read = Pick<UseQueryResult, 'data' | 'error' | 'isError' | 'refetch'>

/** Why the first of them did not come; null: none has failed. What came before and could not be read anew is there. */
export const failureOf = (reads: readonly Read[]): Error | null =>
  reads.find(({ data, error }) => data === undefined && error !== null)?.error ?? null

/** Reads again what did not come. */
export function readAgain(reads: readonly Read[]): void {
  for (const read of reads) if (read.isError) void read.refetch()
}
