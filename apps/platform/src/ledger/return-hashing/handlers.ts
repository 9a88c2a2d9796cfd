import {
  HASH_KEYS_MAX,
  type HashKey,
  type NewHashKey,
  type ReturnHashing as Hashing,
  type ReturnHashingChange,
} from '@desk/schema/respondents/return-hashing'
import { Clock, Effect } from 'effect'
import { randomBytes } from 'node:crypto'
import { Confirmations } from '#identity/confirmation/confirmations'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { actFor } from '#kernel/edits/act-for'
import { edit, type Actor } from '#kernel/edits/edit'
import { settled, type Outcome, type Refusal } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import { handlersOf } from '#kernel/http/contract-handlers'
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

// a key is shown only by the end of its secret, also in the history
const facts = ({ hash_required, unsigned_overrule, keys }: Hashing): HistoryFacts => ({
  hash_required,
  unsigned_overrule,
  hash_keys: keys.map(({ ends_with }) => `…${ends_with}`),
})

const refused = (reason: string, message: string, current: Hashing): Refusal<Hashing> => ({
  kind: 'refused',
  reason,
  message,
  current,
})

/** The edit of an account's return hashing: edits run one after the other, each with its line in the history. */
const hashingOf = (tx: Tx, { accountId, at }: Actor) => ({
  scope: 'return_hashing' as const,
  id: accountId,
  lock: async () => {
    await store.lockHashing(tx, accountId)
    return readHashing(tx, accountId, at)
  },
  facts: async () => facts(await readHashing(tx, accountId, at)),
})

const changeSettings = (tx: Tx, actor: Actor, changes: ReturnHashingChange): Promise<Outcome<Hashing, Hashing>> =>
  edit<Hashing, store.HashingSettings, Hashing, Hashing>(tx, actor, {
    ...hashingOf(tx, actor),
    judge: ({ keys, ...before }) =>
      changes.hash_required === true && keys.length === 0
        ? refused('no_key', 'Create a key first. Without one, every return is refused.', { ...before, keys })
        : { before, after: { ...before, ...changes } },
    write: after => store.setHashingWishes(tx, actor.accountId, after),
    read: () => readHashing(tx, actor.accountId, actor.at),
  })

const makeKey = (tx: Tx, actor: Actor): Promise<Outcome<NewHashKey, NewHashKey | Hashing>> =>
  edit<Hashing, string, NewHashKey, Hashing>(tx, actor, {
    ...hashingOf(tx, actor),
    judge: before =>
      before.keys.length >= HASH_KEYS_MAX
        ? refused('two_keys', `There are ${HASH_KEYS_MAX} keys already: end the one that is no longer used.`, before)
        : { before: null, after: randomBytes(SECRET_BYTES).toString('hex') },
    write: secret => store.insertKey(tx, actor.accountId, { secret, userId: actor.user.uid, at: actor.at }),
    read: async () => {
      const made = requireFound((await store.validKeys(tx, actor.accountId, actor.at)).at(-1), 'key')
      return { ...keyOf(made), secret: made.secret }
    },
  })

const endKey = (tx: Tx, actor: Actor, id: number): Promise<Outcome<null, Hashing | null>> => {
  const hashing = hashingOf(tx, actor)
  return edit<Hashing, number, null, Hashing>(tx, actor, {
    ...hashing,
    lock: async () => {
      const before = await hashing.lock()
      return before.keys.some(key => key.hash_key_id === id) ? before : undefined
    },
    judge: before =>
      before.hash_required && before.keys.length === 1
        ? refused('last_key', 'Returns must be hashed: make another key first, or take unhashed returns.', before)
        : { before: null, after: id },
    write: key => store.endKey(tx, actor.accountId, key, actor.at),
    read: () => Promise.resolve(null),
  })
}

const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

/** Return hashing of an account, and its keys (domain.md §3). */
export const returnHashingHandlers = handlersOf(
  'returnHashing',
  Effect.gen(function* () {
    const database = yield* Database
    const confirmations = yield* Confirmations

    return {
      read: Effect.fn('ReturnHashing.read')(function* (_sent, caller) {
        const at = yield* now
        return yield* database.readAsAccount(caller.accountId, tx => readHashing(tx, caller.accountId, at))
      }),
      change: ({ payload: changes }, caller) =>
        actFor(database, caller, ['return_hashing.change', changes], (tx, actor) => changeSettings(tx, actor, changes)),
      // keys decide which returns are believed: creating or ending one needs a confirmation (S8)
      makeKey: ({ payload: { confirmation } }, caller) =>
        confirmations.act(caller, confirmation, ['hash_key.create'], makeKey),
      endKey: ({ params: { id }, payload: { confirmation } }, caller) =>
        Effect.asVoid(
          confirmations.act(caller, confirmation, ['hash_key.end', id], (tx, actor) => endKey(tx, actor, id)),
        ),
      /** Says whether a return with this URL would be believed. */
      check: Effect.fn('ReturnHashing.check')(function* ({ payload: { url } }, { accountId }) {
        const at = yield* now
        const keys = yield* database.readAsAccount(accountId, tx => store.validKeys(tx, accountId, at))
        return yield* settled(
          checkReturn(
            url,
            keys.map(({ secret }) => secret),
          ),
        )
      }),
    }
  }),
)
