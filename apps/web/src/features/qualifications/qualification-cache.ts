import { desk } from '#runtime/desk.ts'
import { HISTORY } from '#kit/history/history-panel.tsx'

/** The first part of the cache key of what is read of qualifications here. */
export const QUALIFICATIONS = 'qualifications'

/** What was read of qualifications is old: one was made, changed or deleted. */
export function forgetQualifications(): void {
  for (const key of [
    QUALIFICATIONS,
    'qualifications.find',
    'qualifications.list',
    'qualifications.optionsFor',
    HISTORY,
  ])
    void desk.queryClient.invalidateQueries({ queryKey: [key] })
}
