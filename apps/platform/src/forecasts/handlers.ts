import { Effect } from 'effect'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { actFor } from '#kernel/edits/act-for'
import { edit, type Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import type { ForecastPage, ForecastPromise } from '@desk/schema/forecasts/forecast-page'
import { readForecastPage, readPromise, storePromise, type ForecastPlace } from './forecast-page.store.ts'

/** Forecasts of finishes, and promises to clients (docs/decisions/0105). */
export const forecastsHandlers = handlersOf(
  'forecasts',
  Effect.gen(function* () {
    const database = yield* Database

    return {
      read: Effect.fn('Forecasts.read')(function* ({ params }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx => readForecastPage(tx, caller.accountId, params)),
        )
      }),
      promise: ({ params, payload }, caller) =>
        actFor(database, caller, ['forecasts.promise', params, payload], (tx, actor) =>
          promise(tx, actor, params, payload.full_by),
        ),
    }
  }),
)

function promise(tx: Tx, actor: Actor, place: ForecastPlace, fullBy: string | null): Promise<Outcome<ForecastPage>> {
  const { accountId } = actor
  const facts = (full_by: string | null) => ({ promised_full_by: full_by })
  return edit<{ readonly promise: ForecastPromise | null }, string | null, ForecastPage>(tx, actor, {
    scope: place.scope,
    id: place.id,
    lock: async () =>
      (await readForecastPage(tx, accountId, place)) === undefined
        ? undefined
        : { promise: await readPromise(tx, accountId, place) },
    judge: stored =>
      fullBy !== null && Date.parse(fullBy) <= actor.at.getTime()
        ? { kind: 'faulty', details: [{ path: ['full_by'], message: 'Choose a moment in the future.' }] }
        : { before: stored.promise?.full_by ?? null, after: fullBy === null ? null : new Date(fullBy).toISOString() },
    write: after => storePromise(tx, accountId, place, { fullBy: after, userId: actor.user.uid, at: actor.at }),
    changed: stored => ({ before: facts(stored.promise?.full_by ?? null), after: facts(fullBy) }),
    read: async () => {
      const page = await readForecastPage(tx, accountId, place)
      if (page === undefined) throw new Error(`The ${place.scope} ${place.id} is gone.`)
      return page
    },
  })
}
