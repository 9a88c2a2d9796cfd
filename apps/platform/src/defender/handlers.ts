import { Refused } from '@desk/api/errors'
import type { EndingFilters } from '@desk/schema/defender/endings'
import { may, type PermissionFacts } from '@desk/schema/permissions/permissions'
import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { explainRespondent } from '#ledger/explain/explain.store'
import { countActivity } from './activity/activity.store.ts'
import { findEndedPeople } from './endings/ended-people.store.ts'
import { hoursOf } from './endings/ending-slots.ts'
import { countEndings } from './endings/endings.store.ts'
import { findPerson } from './people/find-person.ts'
import { findSource } from './people/find-source.store.ts'

const PEOPLE_DEFAULT = 50
const DEFAULT_HOURS = 24

const seesSupply = (user: PermissionFacts): boolean => may(user, 'see the supply side')

/** A DEFENDER account's view of its respondents (§2.27). */
export const defenderViewHandlers = handlersOf(
  'defenderViews',
  Effect.gen(function* () {
    const database = yield* Database
    const now = Effect.map(Clock.currentTimeMillis, ms => new Date(ms).toISOString())

    /** The hours that are asked for. A user who may not see suppliers cannot find them by a filter either. */
    const judged = Effect.fn(function* (filters: EndingFilters, user: PermissionFacts) {
      if (filters.supplier !== undefined && !seesSupply(user))
        return yield* refuse('supplier', 'Suppliers are not open to you')
      const hours = hoursOf(filters)
      return typeof hours === 'string' ? yield* refuse('until', hours) : hours
    })

    return {
      /** The outcomes of entrants within a time. */
      endings: Effect.fn('DefenderViews.endings')(function* ({ query }, { accountId, user }) {
        const hours = yield* judged(query, user)
        const asOf = yield* now
        const { by_supplier: suppliers, ...counted } = yield* database.readAsAccount(accountId, tx =>
          countEndings(tx, accountId, hours, query),
        )
        return {
          ...counted,
          as_of: asOf,
          ...(seesSupply(user) && suppliers !== undefined ? { by_supplier: suppliers } : {}),
        }
      }),
      /** The respondents behind one of its figures. */
      people: Effect.fn('DefenderViews.people')(function* ({ query }, { accountId, user }) {
        const hours = yield* judged(query, user)
        const { after, limit = PEOPLE_DEFAULT } = query
        const asOf = yield* now
        const { rows, next } = yield* database.readAsAccount(accountId, tx =>
          findEndedPeople(tx, accountId, hours, query, after, limit),
        )
        return {
          as_of: asOf,
          rows: seesSupply(user) ? rows : rows.map(({ supplier: _hidden, ...row }) => row),
          next,
        }
      }),
      /** An entrant, by whatever the text names. */
      search: Effect.fn('DefenderViews.search')(function* ({ query: { text } }, { accountId, user }) {
        const wanted = text.trim()
        if (wanted === '') return yield* refuse('text', 'Type an RDUD, a rid, a fingerprint or an address')
        const asOf = yield* now
        const found = yield* database.readAsAccount(accountId, tx =>
          findPerson(tx, accountId, wanted, seesSupply(user)),
        )
        return { ...found, as_of: asOf }
      }),
      /** One respondent's path through the desk, as Explain has it. */
      path: Effect.fn('DefenderViews.path')(function* ({ query: { rdud } }, { accountId, user }) {
        const path = yield* orNotFound(
          yield* database.readAsAccount(accountId, async tx => {
            const sourceId = await findSource(tx, accountId, rdud)
            return sourceId === undefined
              ? undefined
              : ((await explainRespondent(tx, accountId, sourceId, rdud)) ?? undefined)
          }),
        )
        const { supplier: _hidden, ...others } = path
        return seesSupply(user) ? path : others
      }),
      /** How busy devices and addresses were. */
      activity: Effect.fn('DefenderViews.activity')(function* ({ query: { hours = DEFAULT_HOURS } }, { accountId }) {
        const nowMs = yield* Clock.currentTimeMillis
        const counted = yield* database.readAsAccount(accountId, tx => countActivity(tx, accountId, hours, nowMs))
        return { ...counted, as_of: new Date(nowMs).toISOString() }
      }),
    }
  }),
)

const refuse = (field: string, message: string): Refused =>
  new Refused({ message, details: [{ path: [field], message }] })
