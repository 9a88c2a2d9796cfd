import { Refused } from '@desk/api/errors'
import type { EndingFilters } from '@desk/schema/defender/endings'
import { may, type PermissionFacts } from '@desk/schema/permissions/permissions'
import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
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
    /** Reads rows that may be behind, and says of which moment they are. */
    const readNear = Effect.fn(function* <Found extends object>(accountId: number, read: (tx: Tx) => Promise<Found>) {
      const nowMs = yield* Clock.currentTimeMillis
      return yield* database.readAsAccount(
        accountId,
        async (tx, behindMs) => ({ ...(await read(tx)), as_of: new Date(nowMs - behindMs).toISOString() }),
        { mayBeBehind: true },
      )
    })

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
        const { by_supplier: suppliers, ...counted } = yield* readNear(accountId, tx =>
          countEndings(tx, accountId, hours, query),
        )
        return {
          ...counted,
          ...(seesSupply(user) && suppliers !== undefined ? { by_supplier: suppliers } : {}),
        }
      }),
      /** The respondents behind one of its figures. */
      people: Effect.fn('DefenderViews.people')(function* ({ query }, { accountId, user }) {
        const hours = yield* judged(query, user)
        const { after, limit = PEOPLE_DEFAULT } = query
        const { rows, ...others } = yield* readNear(accountId, tx =>
          findEndedPeople(tx, accountId, hours, query, after, limit),
        )
        return {
          ...others,
          rows: seesSupply(user) ? rows : rows.map(({ supplier: _hidden, ...row }) => row),
        }
      }),
      /** An entrant, by whatever the text names. */
      search: Effect.fn('DefenderViews.search')(function* ({ query: { text } }, { accountId, user }) {
        const wanted = text.trim()
        if (wanted === '') return yield* refuse('text', 'Type an RDUD, a rid, a fingerprint or an address')
        return yield* readNear(accountId, tx => findPerson(tx, accountId, wanted, seesSupply(user)))
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
        return yield* readNear(accountId, tx => countActivity(tx, accountId, hours, nowMs))
      }),
    }
  }),
)

const refuse = (field: string, message: string): Refused =>
  new Refused({ message, details: [{ path: [field], message }] })
