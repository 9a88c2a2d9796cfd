import type { HistoryScope } from '@desk/schema/history/history'
import type { ApiClient } from '#runtime/api/api-client.ts'
import { agentWords } from '#kit/statuses/status-words.ts'

/** The user who edited an object last: a name, or null when unknown. */
export async function whoLastChanged(api: ApiClient, scope: HistoryScope, id: number): Promise<string | null> {
  const entries = await api.call('history.read', { params: { scope, id }, query: { limit: 10 } })
  const last = entries.find(({ act }) => act === 'edited')
  return last?.by ?? agentWords(last?.reason ?? null) ?? null
}
