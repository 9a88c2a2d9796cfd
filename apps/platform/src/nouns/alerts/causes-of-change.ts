import type { AlertKind } from '@desk/schema/alerts/alert-kinds'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { StatusEvent } from '@desk/schema/statuses/status-view'
import type { AlertPlace, Cause } from './raise.store.ts'

/** The causes that a change of status begins and ends. */
export interface Consequences {
  readonly causes: readonly Cause[]
  readonly ends: readonly (AlertPlace & { readonly kinds: readonly AlertKind[]; readonly at: Date })[]
}

/** The kinds that last as long as the auto-pause. */
const WHILE_PAUSED: readonly AlertKind[] = ['auto_paused', 'target_reached']

/** The consequences for alerts of a change of status, as the feed has it. */
export function consequencesOf(accountId: number, event: StatusEvent): Consequences {
  const { scope, id: placeId, pm_proj_ud: projectId, pm_sy_ud: surveyId, from, to, reason } = event
  const at = new Date(event.at)
  const place = { accountId, scope, placeId }
  const isPaused = to === STATUS_CODES.autoPaused
  const wasPaused = from === STATUS_CODES.autoPaused
  const kinds: AlertKind[] = isPaused ? [reason === 'target_reached' ? 'target_reached' : 'auto_paused'] : []
  if (isPaused && reason === 'hash_errors' && scope === 'source') kinds.push('hash_errors')
  return {
    causes: kinds.map(kind => ({
      ...place,
      kind,
      projectId,
      surveyId: scope === 'survey' ? placeId : surveyId,
      at,
      facts: kind === 'hash_errors' ? {} : { reason },
    })),
    ends: wasPaused && !isPaused ? [{ ...place, kinds: WHILE_PAUSED, at }] : [],
  }
}
