import type { StatusCode, StatusScope } from '@desk/schema/statuses/status'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useStatusChanges } from '#runtime/hooks/use-status-change.ts'
import { showToast } from '#ui/toasts.ts'
import { preloadStatusOverlays } from './status-overlays.tsx'

/** A status that a button asks for. */
export interface AskedStatus {
  readonly scope: StatusScope
  readonly id: number
  readonly name: string
  readonly to: StatusCode
}

/** Asks for one status without its menu: the same dialog follows, and the same judgement (§4.3). */
export function useAskStatus(): (asked: AskedStatus) => Promise<void> {
  const { api } = useDesk()
  const { change } = useStatusChanges()
  return async ({ scope, id, name, to }) => {
    preloadStatusOverlays()
    try {
      const { status, effects } = await api.call('statuses.options', { params: { scope, id } })
      change.send({
        type: 'status.changeRequested',
        scope,
        id,
        name,
        from: status.statusid,
        to,
        version: status.version,
        effects,
      })
    } catch (failure) {
      await showToast({ type: 'error', message: failureMessage(failure) })
    }
  }
}
