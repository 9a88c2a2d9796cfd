import { alertText, type Alert } from '@desk/schema/alerts/alert'
import { ALERT_KINDS } from '@desk/schema/alerts/alert-kinds'
import { FORMULA_START } from '#kernel/files/formula-start'

const COLUMNS: Readonly<Record<string, (alert: Alert) => string | number | null>> = {
  alert_id: ({ alert_id }) => alert_id,
  kind: ({ kind }) => ALERT_KINDS[kind].label,
  text: ({ kind, facts }) => alertText(kind, facts),
  scope: ({ scope }) => scope,
  place_id: ({ place_id }) => place_id,
  place_name: ({ place_name }) => place_name,
  pm_proj_ud: ({ pm_proj_ud }) => pm_proj_ud,
  pm_proj_name: ({ pm_proj_name }) => pm_proj_name,
  began_at: ({ began_at }) => began_at,
  ended_at: ({ ended_at }) => ended_at,
  is_unread: ({ is_unread }) => (is_unread ? 'yes' : 'no'),
}

/** A cell that a spreadsheet takes as text: one that begins like a formula is quoted with an apostrophe. */
function cellOf(value: string | number | null): string {
  const text = String(value ?? '')
  const harmless = typeof value === 'string' && FORMULA_START.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Alerts as CSV. */
export function alertsFile(alerts: readonly Alert[]): string {
  const lines = [
    Object.keys(COLUMNS),
    ...alerts.map(alert => Object.values(COLUMNS).map(valueOf => cellOf(valueOf(alert)))),
  ]
  return lines.map(cells => `${cells.join(',')}\r\n`).join('')
}
