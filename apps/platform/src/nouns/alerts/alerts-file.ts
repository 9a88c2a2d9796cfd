import { alertText, type Alert } from '@desk/schema/alerts/alert'
import { ALERT_KINDS } from '@desk/schema/alerts/alert-kinds'
import { csvHead, csvLines } from '#kernel/files/csv-file'

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

/** Alerts as CSV. */
export const alertsFile = (alerts: readonly Alert[]): Buffer =>
  Buffer.concat([
    csvHead(Object.keys(COLUMNS)),
    csvLines(alerts.map(alert => Object.values(COLUMNS).map(valueOf => valueOf(alert)))),
  ])
