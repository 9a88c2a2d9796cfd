import type { QueryClient } from '@tanstack/react-query'
import { HISTORY } from '#kit/history/history-panel.tsx'

/** The first part of the cache keys of qualifications. */
export const QUALIFICATIONS = 'qualifications'

/** Invalidates cached qualifications after one was created, changed or deleted. */
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
