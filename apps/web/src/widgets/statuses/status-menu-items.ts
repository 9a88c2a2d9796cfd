import { BLOCK_REASONS, STATUS_CODES, STATUS_LABELS, type StatusCode } from '@desk/schema/statuses/status'
import type { StatusOptions } from '@desk/schema/statuses/status-view'
import type { MenuItem } from '../../ui/menu-list.tsx'

/** The item that opens the history in place of asking for a status. */
export const HISTORY_ITEM = 'history'

function whatItDoes(from: StatusCode, to: StatusCode, options: StatusOptions): string | undefined {
  const { scope } = options
  if (to === STATUS_CODES.live) return 'Allows incoming traffic'
  if (from === STATUS_CODES.live) return `Stops incoming survey traffic via the ${scope}`
  if (to === STATUS_CODES.complete) return 'Closes it; it can be launched again'
  if (to === STATUS_CODES.cancelled) return 'Closes it for good'
  return undefined
}

/**
 * The rows of a status menu: the present status with a tick, where one may go, and what is blocked with its reason.
 * Statuses that can never follow the present one are left out.
 */
export function statusMenuItems(options: StatusOptions): MenuItem[] {
  const from = options.status.statusid
  const current: MenuItem = { id: `now-${from}`, label: STATUS_LABELS[from], description: 'The present status', isCurrent: true }
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
  return [current, ...rows]
}

/** The status that a row of the menu asks for; null for the present one and for rows that are no status. */
export function askedStatus(itemId: string, options: StatusOptions): StatusCode | null {
  return options.allowed.find(({ to, allowed }) => allowed && String(to) === itemId)?.to ?? null
}
