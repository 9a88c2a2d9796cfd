import type { RetentionForm } from '@desk/schema/privacy/retention'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import { findRetention, lockRetention, storeRetention, type StoredRetention } from './retention.store.ts'

/** Stores the periods of an account; the next sweep acts by them. */
export function editRetention(
  tx: Tx,
  actor: Actor,
  { version, ...form }: RetentionForm & { readonly version: number },
  journalDays: number,
): Promise<Outcome<StoredRetention>> {
  const { accountId } = actor
  const read = () => findRetention(tx, accountId, journalDays)
  const daysOf = ({ version: _version, ...days }: StoredRetention): RetentionForm => days
  return edit<StoredRetention, RetentionForm, StoredRetention>(tx, actor, {
    scope: 'account',
    noun: 'retention',
    id: accountId,
    lock: () => lockRetention(tx, accountId, journalDays),
    judge: stored => ({ before: daysOf(stored), after: form }),
    version: stored => ({ seen: version, stored: stored.version }),
    write: after => storeRetention(tx, accountId, after),
    facts: async () => daysOf(await read()),
    read,
  })
}
