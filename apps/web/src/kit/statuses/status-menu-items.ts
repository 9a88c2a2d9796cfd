import { hasEnded, STATUS_CODES, STATUS_LABELS, STATUS_OF_CODE, type StatusCode } from '@desk/schema/statuses/status'
import { heldWords, isHeld } from '@desk/schema/statuses/held-by'
import { BLOCK_REASONS } from '@desk/schema/statuses/block-reasons'
import type { StatusOptions } from '@desk/schema/statuses/status-view'
import type { MenuItem } from '#ui/menu-list.tsx'

/** The item that opens the history instead of requesting a status. */
export const HISTORY_ITEM = 'history'

/** The item that opens the launch of the object with its parents and children. */
export const LAUNCH_ITEM = 'launch'

/** The row of the present status, by the same id before and after its menu has loaded: the focus stays on it. */
const PRESENT_ITEM = 'present'

const presentItem = (statusid: StatusCode, description: string): MenuItem => ({
  id: PRESENT_ITEM,
  label: STATUS_LABELS[statusid],
  description,
  isCurrent: true,
})

/**
 * The rows of a status menu before the platform's answer, or without one.
 * @param statusid the present status as the page shows it
 * @param failure why it did not answer, in words; null while it is asked
 */
export function waitingMenuItems(statusid: StatusCode, failure: string | null): MenuItem[] {
  if (failure === null) return [presentItem(statusid, 'Loading...')]
  return [
    presentItem(statusid, 'Current status'),
    { id: 'failed', label: 'The statuses did not load', blockedReason: failure },
  ]
}

function whatItDoes(from: StatusCode, to: StatusCode, options: StatusOptions): string | undefined {
  const [held] = options.effects.held_by ?? []
  if (held !== undefined && to === STATUS_CODES.live) return `No traffic yet: the ${heldWords(held)}`
  return STATUS_OF_CODE[from].leaving?.menu(`the ${options.scope}`) ?? STATUS_OF_CODE[to].entering?.menu
}

/**
 * The rows of a status menu: the present status with a tick, the allowed ones, and the blocked ones with their reason.
 * Statuses that can never follow the present one are left out.
 */
export function statusMenuItems(options: StatusOptions): MenuItem[] {
  const from = options.status.statusid
  const rows = options.allowed
    .filter(({ allowed, reason }) => allowed || reason !== 'not_a_transition')
    .map(({ to, allowed, reason }): MenuItem => {
      const description = whatItDoes(from, to, options)
      return {
        id: String(to),
        label: STATUS_LABELS[to],
        ...(description === undefined ? {} : { description }),
        ...(allowed ? {} : { blockedReason: BLOCK_REASONS[reason ?? 'not_a_transition'] }),
        ...(allowed && to === STATUS_CODES.cancelled ? { isDanger: true } : {}),
      }
    })
  return [presentItem(from, 'Current status'), ...rows]
}

/** The launch of several at once: a source with its parents, or a project or survey with its children (docs/decisions/0099). */
export function launchItems({ scope, status, effects }: StatusOptions): MenuItem[] {
  const isAbove = isHeld(effects) && !(effects.held_by ?? []).some(({ statusid }) => hasEnded(statusid))
  const hasBelow = scope !== 'source' && !hasEnded(status.statusid)
  if (hasEnded(status.statusid) || !(isAbove || hasBelow)) return []
  const description = isAbove
    ? `Starts the ${scope === 'source' ? 'survey and project' : 'project'} as well`
    : 'Starts its drafts together'
  return [{ id: LAUNCH_ITEM, label: 'Launch…', description }]
}

/** The status that a row of the menu requests; null for the present one and for rows that are no status. */
export function askedStatus(itemId: string, options: StatusOptions): StatusCode | null {
  return options.allowed.find(({ to, allowed }) => allowed && String(to) === itemId)?.to ?? null
}
