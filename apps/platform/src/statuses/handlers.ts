import type { StatusOptions } from '@desk/schema/statuses/status-view'
import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { changeStatus } from './change-status.ts'
import { allowedOf, statusView } from './status-row.ts'
import { launch, planLaunch } from './launch.ts'
import { findBeforePause } from './failed-returns.store.ts'
import { findEffects, findStatus, listEvents } from './statuses.store.ts'

/** Statuses of projects, surveys and sources (§4.1–4.3, domain.md §2). */
export const statusHandlers = handlersOf(
  'statuses',
  Effect.gen(function* () {
    const database = yield* Database
    const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

    return {
      /** Changes a status (api:P9). With a key, however often it is sent, it acts once and answers the same. */
      change: ({ payload: request }, caller) =>
        actFor(database, caller, ['status', request], (tx, actor) => changeStatus(tx, actor, request)),
      /** The data of the status menu and its dialog. The plain external view does not get respondents in progress. */
      options: Effect.fn('Statuses.options')(function* ({ params: { scope, id } }, caller) {
        const at = yield* now
        const found = yield* database.readAsAccount(caller.accountId, async tx => {
          const row = await findStatus(tx, caller.accountId, scope, id)
          return (
            row && {
              row,
              effects: await findEffects(tx, caller.accountId, scope, row),
              beforePause: await findBeforePause(tx, caller.accountId, scope, row),
            }
          )
        })
        const { row, effects, beforePause } = yield* orNotFound(found)
        const { inflight: _inflight, no_complete_redirect: _suppliers, ...shown } = effects
        return {
          scope,
          id,
          name: row.name,
          status: statusView(row),
          allowed: allowedOf(scope, row, at),
          effects: caller.view === 'internal' ? effects : shown,
          ...beforePause,
        } satisfies StatusOptions
      }),
      /** The objects that may start together with this one (docs/decisions/0099). */
      launchPlan: Effect.fn('Statuses.launchPlan')(function* ({ params }, caller) {
        const at = yield* now
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx => planLaunch(tx, caller, params, at)),
        )
      }),
      /** Starts several objects together, or pauses them (docs/decisions/0099). */
      launch: ({ params, payload: request }, caller) =>
        actFor(database, caller, ['launch', params, request], (tx, actor) => launch(tx, actor, params, request)),
      /** Who changed the status, when and why, newest first. */
      history: Effect.fn('Statuses.history')(function* ({ params: { scope, id }, query: page }, caller) {
        const events = yield* database.readAsAccount(caller.accountId, async tx => {
          const row = await findStatus(tx, caller.accountId, scope, id)
          return row && listEvents(tx, caller.accountId, scope, row, pageOf(page))
        })
        return yield* orNotFound(events)
      }),
    }
  }),
)
