import { Refused } from '@desk/api/errors'
import { Effect } from 'effect'
import { query, type Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { edit } from '#kernel/edits/edit'
import type { Calling } from '#kernel/http/requester'
import * as store from './logos.store.ts'
import { readLogo } from './read-logo.ts'

/** The history's word for a logo: the picture itself is too large for it. */
const inWords = (logo: string | null): string | null =>
  logo === null ? null : `${Math.ceil((logo.length * 3) / 4 / 1_000)} KB, PNG`

/**
 * Stores an account's logo, drawn again from the given file (api:M11); null takes it away. The stored logo stays when
 * the file is refused.
 * @param dataUrl the file in base64
 */
export const saveLogo = Effect.fn('Accounts.saveLogo')(function* (
  database: Database['Service'],
  caller: Calling,
  accountId: number,
  dataUrl: string | null,
) {
  const read = dataUrl === null ? { logo: null } : yield* query(() => readLogo(dataUrl))
  if ('fault' in read)
    return yield* new Refused({ message: read.fault, details: [{ path: ['data'], message: read.fault }] })
  const { logo } = read
  const saved = actFor(
    database,
    caller,
    ['logo.change', accountId, dataUrl],
    (tx, actor) =>
      // a super admin changes the logo of any account: the history is that account's
      edit(
        tx,
        { ...actor, accountId },
        {
          scope: 'account',
          id: accountId,
          lock: () => store.lockLogo(tx, accountId),
          judge: stored => ({ before: stored.logo, after: logo }),
          write: after => store.updateLogo(tx, accountId, after),
          changed: stored => ({ before: { logo: inWords(stored.logo) }, after: { logo: inWords(logo) } }),
          read: async () => ({ data: logo }),
        },
      ),
    'system',
  )
  return yield* Effect.catchTag(saved, 'Conflict', Effect.die)
})
