import type { QueryClient } from '@tanstack/react-query'
import { HISTORY } from '#kit/history/history-panel.tsx'

/** The first part of the cache key of what is read of qualifications here. */
export const QUALIFICATIONS = 'qualifications'

/** What was read of qualifications is old: one was made, changed or deleted. */
export function forgetQualifications(queryClient: QueryClient): void {
  for (const key of [
    QUALIFICATIONS,
    'qualifications.find',
    'qualifications.list',
    'qualifications.optionsFor',
    HISTORY,
  ])
    void queryClient.invalidateQueries({ queryKey: [key] })
}
