import { LIST_LIMIT_DEFAULT } from '@desk/api/lists'
import { ALERTS_EXPORTED_MAX, alertText, type Alert } from '@desk/schema/alerts/alert'
import { ALERT_KINDS } from '@desk/schema/alerts/alert-kinds'
import { Effect } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { Database } from '#kernel/db/database'
import { csvHead, csvLines } from '#kernel/files/csv-file'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { countUnread, listAlerts, markRead, snoozeAlert } from './alerts.store.ts'
import { tellBell } from './raise.store.ts'
import { readerOf } from './reader.ts'

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
const alertsFile = (alerts: readonly Alert[]): Buffer =>
  Buffer.concat([
    csvHead(Object.keys(COLUMNS)),
    csvLines(alerts.map(alert => Object.values(COLUMNS).map(valueOf => valueOf(alert)))),
  ])

/** The alerts of the caller (docs/decisions/0047). */
export const alertHandlers = handlersOf(
  'alerts',
  Effect.gen(function* () {
    const database = yield* Database
    return {
      list: Effect.fn('Alerts.list')(function* ({ query: { before, limit = LIST_LIMIT_DEFAULT, ...filters } }, caller) {
        // one more than asked for says whether there is another page
        const found = yield* database.readAsAccount(caller.accountId, tx =>
          listAlerts(tx, readerOf(caller), filters, { before, limit: limit + 1 }),
        )
        const alerts = found.slice(0, limit)
        return { alerts, next: found.length > limit ? (alerts.at(-1)?.alert_id ?? null) : null }
      }),
      unread: (_sent, caller) =>
        Effect.map(
          database.readAsAccount(caller.accountId, tx => countUnread(tx, readerOf(caller))),
          unread => ({ unread }),
        ),
      export: Effect.fn('Alerts.export')(function* ({ query }, caller) {
        const alerts = yield* database.readAsAccount(caller.accountId, tx =>
          listAlerts(tx, readerOf(caller), query, { limit: ALERTS_EXPORTED_MAX }),
        )
        return HttpServerResponse.uint8Array(alertsFile(alerts), {
          contentType: 'text/csv; charset=utf-8',
          headers: { 'content-disposition': 'attachment; filename="alerts.csv"' },
        })
      }),
      read: ({ payload: { alert_id: alertId, up_to: upTo } }, caller) =>
        database.asAccount(caller.accountId, async tx => {
          const reader = readerOf(caller)
          if ((await markRead(tx, reader, { alertId, upTo })) > 0) await tellBell(tx, reader.accountId, reader.userId)
          return { unread: await countUnread(tx, reader) }
        }),
      snooze: Effect.fn('Alerts.snooze')(function* ({ params: { id }, payload: { until } }, caller) {
        const reader = readerOf(caller)
        const found = yield* database.asAccount(caller.accountId, async tx => {
          if (!(await snoozeAlert(tx, reader, id, until))) return undefined
          await tellBell(tx, reader.accountId, reader.userId)
          return (await listAlerts(tx, reader, {}, { limit: 1, id }))[0]
        })
        return yield* orNotFound(found)
      }),
    }
  }),
)
