import { OBJECTIONS_MAX } from '@desk/schema/privacy/objections'
import { Effect } from 'effect'
import { originOf, recordAudit } from '#kernel/audit/record-audit'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { actFor } from '#kernel/edits/act-for'
import type { Actor } from '#kernel/edits/edit'
import { handlersOf } from '#kernel/http/contract-handlers'
import { pageOf } from '#kernel/lists/page'
import { findObjection, listObjections, readObjection, storeObjection, withdraw } from './objections.store.ts'

/** The audit log names an objection by its id: it never forgets, and the person may be erased. */
const record = (tx: Tx, actor: Actor, act: 'created' | 'deleted', id: number): Promise<void> =>
  recordAudit(tx, {
    accountId: actor.accountId,
    userId: actor.user.uid,
    at: actor.at,
    origin: originOf(actor),
    act,
    scope: 'objection',
    objectId: id,
    changes: [],
  })

/** People who are judged by each study's own rules alone (docs/decisions/0118). */
export const objectionHandlers = handlersOf(
  'objections',
  Effect.gen(function* () {
    const database = yield* Database
    return {
      list: ({ query }, { accountId }) =>
        database.readAsAccount(accountId, tx => listObjections(tx, accountId, pageOf(query))),
      create: Effect.fn('Objections.create')(function* ({ payload }, caller) {
        return yield* Effect.catchTag(
          actFor(database, caller, ['objections.create', payload], async (tx, actor) => {
            const { accountId } = actor
            const stored = await storeObjection(tx, accountId, payload, { userId: actor.user.uid }, actor.at)
            if (stored === 'no supplier')
              return {
                kind: 'faulty',
                details: [{ path: ['supplier_id'], message: 'This supplier does not exist' }],
              } as const
            if (stored === 'too many')
              return {
                kind: 'faulty',
                details: [{ path: ['rid'], message: `An account has at most ${OBJECTIONS_MAX} objections in force` }],
              } as const
            if (typeof stored === 'number') await record(tx, actor, 'created', stored)
            const id = typeof stored === 'number' ? stored : stored.known
            return { kind: 'done', answer: await readObjection(tx, accountId, id) } as const
          }),
          'NotFound',
          Effect.die,
        )
      }),
      withdraw: Effect.fn('Objections.withdraw')(function* ({ params: { id } }, caller) {
        return yield* actFor(database, caller, ['objections.withdraw', id], async (tx, actor) => {
          const { accountId } = actor
          if ((await findObjection(tx, accountId, id)) === undefined) return { kind: 'missing' } as const
          if (await withdraw(tx, accountId, id, { userId: actor.user.uid }, actor.at))
            await record(tx, actor, 'deleted', id)
          return { kind: 'done', answer: await readObjection(tx, accountId, id) } as const
        })
      }),
    }
  }),
)
