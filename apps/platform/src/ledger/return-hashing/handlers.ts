import type { Caller } from '@desk/api/authorization'
import {
  HASH_KEYS_MAX,
  type HashKey,
  type NewHashKey,
  type ReturnCheck,
  type ReturnHashing as Hashing,
  type ReturnHashingChange,
} from '@desk/schema/respondents/return-hashing'
import type { Confirmation } from '@desk/schema/users/confirmation'
import { Clock, Effect, type Schema } from 'effect'
import { randomBytes } from 'node:crypto'
import { Confirmations } from '#identity/confirmation/confirmations'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { actFor } from '#kernel/edits/act-for'
import type { Outcome } from '#kernel/edits/outcome'
import { stillThere } from '#kernel/edits/still-there'
import { recordEdit, type HistoryFacts } from '#kernel/history/history.store'
import { handlersOf } from '#kernel/http/contract-handlers'
import type { Calling } from '#kernel/http/requester'
import type { Asker } from '#statuses/change-status'
import { checkReturn } from './check-return.ts'
import * as store from './return-hashing.store.ts'

const SECRET_BYTES = 32

const keyOf = ({ id, secret, madeAt, madeBy }: store.StoredKey): HashKey => ({
  hash_key_id: id,
  ends_with: store.endOf(secret),
  made_at: madeAt.toISOString(),
  made_by: madeBy,
})

async function readHashing(tx: Tx, accountId: number, at: Date): Promise<Hashing> {
  return { ...(await store.hashingWishes(tx, accountId)), keys: (await store.validKeys(tx, accountId, at)).map(keyOf) }
}

// a key is known by the end of its secret alone, also in its history
const facts = ({ hash_required, unsigned_overrule, keys }: Hashing): HistoryFacts => ({
  hash_required,
  unsigned_overrule,
  hash_keys: keys.map(({ ends_with }) => `…${ends_with}`),
})

const refused = (reason: string, message: string, current: Hashing): Outcome<never, Hashing> => ({
  kind: 'refused',
  reason,
  message,
  current,
})

/** Changes the hashing of the asker's account, one after the other, and records what came of it. */
async function change<Answer>(
  tx: Tx,
  { accountId, userId, at }: Asker,
  act: (before: Hashing) => Promise<Outcome<Answer, Hashing>>,
): Promise<Outcome<Answer, Hashing>> {
  await store.lockHashing(tx, accountId)
  const before = await readHashing(tx, accountId, at)
  const outcome = await act(before)
  if (outcome.kind === 'done')
    await recordEdit(tx, {
      accountId,
      scope: 'return_hashing',
      id: accountId,
      userId,
      at,
      act: 'edited',
      before: facts(before),
      after: facts(await readHashing(tx, accountId, at)),
    })
  return outcome
}

const changeWishes = (tx: Tx, asker: Asker, wishes: ReturnHashingChange): Promise<Outcome<Hashing>> =>
  change<Hashing>(tx, asker, async before => {
    const answer: Hashing = { ...before, ...wishes }
    if (wishes.hash_required === true && before.keys.length === 0)
      return refused('no_key', 'Make a key first: without one every return would be refused.', before)
    if (answer.hash_required !== before.hash_required || answer.unsigned_overrule !== before.unsigned_overrule)
      await store.setHashingWishes(tx, asker.accountId, answer)
    return { kind: 'done', answer }
  })

const makeKey = (tx: Tx, asker: Asker): Promise<Outcome<NewHashKey, Hashing>> =>
  change<NewHashKey>(tx, asker, async before => {
    if (before.keys.length >= HASH_KEYS_MAX)
      return refused('two_keys', `There are ${HASH_KEYS_MAX} keys already: end the one that is no longer used.`, before)
    const secret = randomBytes(SECRET_BYTES).toString('hex')
    await store.insertKey(tx, asker.accountId, { secret, userId: asker.userId, at: asker.at })
    const made = stillThere(
      (await store.validKeys(tx, asker.accountId, asker.at)).find(key => key.secret === secret),
      'key',
    )
    return { kind: 'done', answer: { ...keyOf(made), secret } }
  })

const endKey = (tx: Tx, asker: Asker, id: number): Promise<Outcome<null, Hashing>> =>
  change<null>(tx, asker, async before => {
    if (!before.keys.some(key => key.hash_key_id === id)) return { kind: 'missing' }
    if (before.hash_required && before.keys.length === 1)
      return refused('last_key', 'Returns must be hashed: make another key first, or take unhashed returns.', before)
    await store.endKey(tx, asker.accountId, id, asker.at)
    return { kind: 'done', answer: null }
  })

const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

/** How an account's returns are hashed, and with which keys (domain.md §3). */
export const returnHashingHandlers = handlersOf(
  'returnHashing',
  Effect.gen(function* () {
    const database = yield* Database
    const confirmations = yield* Confirmations

    const act = Effect.fn('ReturnHashing.act')(function* <Answer, Current extends Schema.Json>(
      caller: Caller,
      acts: (tx: Tx, asker: Asker) => Promise<Outcome<Answer, Current>>,
    ) {
      const at = yield* now
      return yield* actFor(database, caller, { key: undefined, request: [], at }, tx =>
        acts(tx, { accountId: caller.accountId, userId: caller.user.uid, at }),
      )
    })

    /** Keys decide whose returns are believed: no token alone makes or ends one (S8). */
    const confirm = (caller: Calling, confirmation: Confirmation | undefined) =>
      confirmations.prove(caller, { confirmation, address: caller.address })

    return {
      read: Effect.fn('ReturnHashing.read')(function* (_sent, caller) {
        const at = yield* now
        return yield* database.readAsAccount(caller.accountId, tx => readHashing(tx, caller.accountId, at))
      }),
      change: ({ payload: wishes }, caller) => act(caller, (tx, asker) => changeWishes(tx, asker, wishes)),
      makeKey: ({ payload: { confirmation } }, caller) =>
        Effect.andThen(confirm(caller, confirmation), act(caller, makeKey)),
      endKey: ({ params: { id }, payload: { confirmation } }, caller) =>
        Effect.asVoid(
          Effect.andThen(
            confirm(caller, confirmation),
            act(caller, (tx, asker) => endKey(tx, asker, id)),
          ),
        ),
      /** Says whether a return with this address would be believed. */
      check: ({ payload: { url } }, caller) =>
        act(caller, async (tx, { accountId, at }): Promise<Outcome<ReturnCheck, never>> =>
          checkReturn(
            url,
            (await store.validKeys(tx, accountId, at)).map(({ secret }) => secret),
          ),
        ),
    }
  }),
)
