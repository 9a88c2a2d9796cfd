import type { QueryClient } from '@tanstack/react-query'
import { HISTORY } from '#kit/history/history-panel.tsx'

/** The first part of the cache key of the list of business units. */
export const BUSINESS_UNITS = 'businessUnits'
/** The choices of project forms and filters. */
const CHOICES = 'businessUnits.list'

/**
 * Forgets cached business units after one was created or changed: the list, and the choices of project forms and
 * filters. Hidden ones are removed, since a form takes its choices when it opens.
 */
export function forgetBusinessUnits(queryClient: QueryClient): void {
  queryClient.removeQueries({ queryKey: [CHOICES], type: 'inactive' })
  for (const key of [BUSINESS_UNITS, CHOICES, HISTORY]) void queryClient.invalidateQueries({ queryKey: [key] })
}
