import type { Caller } from '@desk/api/authorization'
import { Refused } from '@desk/api/errors'
import { may } from '@desk/schema/permissions/permissions'
import { Clock, Effect } from 'effect'
import { demand } from '#identity/accounts/access'
import { Database, query } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { actFor } from '#kernel/edits/act-for'
import { edit, type Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import type { ForecastPage, ForecastPromise } from '@desk/schema/forecasts/forecast-page'
import { accountOutlooks } from './account-outlooks.ts'
import { readForecastPage, readPromise, storePromise, type ForecastPlace } from './forecast-page.store.ts'
import { helpfulActs } from './helpful-acts.ts'
import { readAskedSurvey } from './groups.store.ts'
import { readSupplierNames } from './prices.store.ts'
import { readSurveySources } from './pasts.store.ts'
import { actsOf, feasibilityOf, readAsked, surveyWhatIfOf, whatIfOf, type SeenMoney } from './read-what-if.ts'

const seenBy = ({ user }: Pick<Caller, 'user'>): SeenMoney => ({
  supply: may(user, 'see the supply side'),
  sell: may(user, 'see the sell price'),
})

const refused = (message: string) => Effect.fail(new Refused({ message, details: [] }))

/** Forecasts of finishes, what-ifs, and promises to clients (docs/decisions/0105, 0108). */
export const forecastsHandlers = handlersOf(
  'forecasts',
  Effect.gen(function* () {
    const database = yield* Database
    const outlooks = accountOutlooks(database.core)
    const outlookOf = Effect.fn('Forecasts.outlook')(function* ({ accountId }: Caller) {
      const nowMs = yield* Clock.currentTimeMillis
      return yield* query(() => outlooks.get(accountId, nowMs))
    })

    return {
      read: Effect.fn('Forecasts.read')(function* ({ params }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx =>
            readForecastPage(tx, caller.accountId, params, seenBy(caller).supply),
          ),
        )
      }),
      whatIf: Effect.fn('Forecasts.whatIf')(function* ({ params: { scope, id }, query: asked }, caller) {
        // the answer to a price would give the present one away
        if (asked.price !== undefined || asked.supplier !== undefined) yield* demand(caller, 'see the supply side')
        if (scope === 'project') return yield* refused('A what-if is of a source or a survey.')
        const outlook = yield* outlookOf(caller)
        const { nowMs } = outlook.fit
        const { accountId } = caller
        if (scope === 'survey') {
          const { price, pacing, supplier } = asked
          if ([price, pacing, supplier].some(input => input !== undefined))
            return yield* refused('A what-if of a survey has a target and an out of field date alone.')
          const found = yield* database.readAsAccount(accountId, async tx => {
            const survey = await readAskedSurvey(tx, accountId, id)
            return survey && { survey, sources: await readSurveySources(tx, accountId, id, nowMs) }
          })
          return surveyWhatIfOf(outlook, yield* orNotFound(found), asked)
        }
        const found = yield* database.readAsAccount(accountId, tx => readAsked(tx, accountId, id, nowMs, asked.price))
        return whatIfOf(outlook, yield* orNotFound(found), asked, seenBy(caller))
      }),
      acts: Effect.fn('Forecasts.acts')(function* ({ params: { id } }, caller) {
        const outlook = yield* outlookOf(caller)
        const seen = seenBy(caller)
        const { accountId } = caller
        const found = yield* database.readAsAccount(accountId, async tx => {
          const asked = await readAsked(tx, accountId, id, outlook.fit.nowMs)
          if (asked === undefined) return undefined
          const acts = helpfulActs(outlook, asked.source, asked.terms, seen.supply)
          const names = await readSupplierNames(
            tx,
            accountId,
            acts.flatMap(({ supplierId }) => supplierId ?? []),
          )
          return actsOf(outlook, asked, acts, names, seen)
        })
        return yield* orNotFound(found)
      }),
      feasibility: Effect.fn('Forecasts.feasibility')(function* ({ query: asked }, caller) {
        return feasibilityOf(yield* outlookOf(caller), asked, seenBy(caller))
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
      (await readForecastPage(tx, accountId, place, seenBy(actor).supply)) === undefined
        ? undefined
        : { promise: await readPromise(tx, accountId, place) },
    judge: stored =>
      fullBy !== null && Date.parse(fullBy) <= actor.at.getTime()
        ? { kind: 'faulty', details: [{ path: ['full_by'], message: 'Choose a moment in the future.' }] }
        : { before: stored.promise?.full_by ?? null, after: fullBy === null ? null : new Date(fullBy).toISOString() },
    write: after => storePromise(tx, accountId, place, { fullBy: after, userId: actor.user.uid, at: actor.at }),
    changed: stored => ({ before: facts(stored.promise?.full_by ?? null), after: facts(fullBy) }),
    read: async () => {
      const page = await readForecastPage(tx, accountId, place, seenBy(actor).supply)
      if (page === undefined) throw new Error(`The ${place.scope} ${place.id} is gone.`)
      return page
    },
  })
}
