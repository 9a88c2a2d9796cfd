import { BLOCK_REASONS } from '@desk/schema/statuses/block-reasons'
import { STATUS_LABELS, type StatusCode, type StatusScope } from '@desk/schema/statuses/status'
import { failureMessage } from '#runtime/api/api-error.ts'
import type { Desk } from '#runtime/desk.ts'
import { statusChangesOf } from '#runtime/statuses/status-changes.ts'
import { showToast } from '#ui/toasts.ts'
import { preloadStatusOverlays } from './status-overlays.tsx'

/** A status that a user asks for away from the object's status menu. */
export interface AskedStatus {
  readonly scope: StatusScope
  readonly id: number
  readonly name: string
  readonly to: StatusCode
}

/** Opens the confirmation of §4.3 for a named object; a toast says why a status cannot follow. */
export async function askStatus(desk: Desk, { scope, id, name, to }: AskedStatus): Promise<void> {
  preloadStatusOverlays()
  const refuse = (why: string) =>
    showToast({ type: 'error', message: `${name} did not become ${STATUS_LABELS[to]}. ${why}` })
  try {
    const { status, allowed, effects } = await desk.api.call('statuses.options', { params: { scope, id } })
    const { statusid: from, version } = status
    if (from === to) return await refuse(`It is ${STATUS_LABELS[to]} already.`)
    const verdict = allowed.find(each => each.to === to)
    if (verdict?.allowed !== true) return await refuse(BLOCK_REASONS[verdict?.reason ?? 'not_a_transition'])
    statusChangesOf(desk).change.send({ type: 'status.changeRequested', scope, id, name, from, to, version, effects })
  } catch (failure) {
    await refuse(failureMessage(failure))
  }
}
