import type { HistoryScope } from '@desk/schema/history/history'
import { desk } from '#runtime/desk.ts'

/** Who edited an object last: a name, or null when nobody knows. */
export async function whoLastChanged(scope: HistoryScope, id: number): Promise<string | null> {
  const entries = await desk.api.call('history.read', { params: { scope, id }, query: { limit: 10 } })
  return entries.find(({ act }) => act === 'edited')?.by ?? null
}
