import type { Caller } from '@desk/api/authorization'
import { Effect } from 'effect'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { listMutes, muteKind, unmute } from './mutes.store.ts'
import { tellBell } from './raise.store.ts'
import { readerOf, type Reader } from './reader.ts'

/** The muted kinds of alerts of each user (docs/decisions/0097). */
export const alertMuteHandlers = handlersOf(
  'alertMutes',
  Effect.gen(function* () {
    const database = yield* Database
    /** Writes, and tells the bell of the caller; undefined is 404. */
    const write = <A>(caller: Caller, f: (tx: Tx, reader: Reader) => Promise<A | undefined>) =>
      Effect.flatMap(
        database.asAccount(caller.accountId, async tx => {
          const reader = readerOf(caller)
          const written = await f(tx, reader)
          if (written !== undefined) await tellBell(tx, reader.accountId, reader.userId)
          return written
        }),
        orNotFound,
      )
    return {
      list: ({ query }, caller) =>
        database.readAsAccount(caller.accountId, tx => listMutes(tx, readerOf(caller), pageOf(query))),
      create: ({ payload }, caller) => write(caller, (tx, reader) => muteKind(tx, reader, payload)),
      remove: ({ params: { id } }, caller) =>
        Effect.asVoid(write(caller, async (tx, reader) => ((await unmute(tx, reader, id)) ? true : undefined))),
    }
  }),
)
