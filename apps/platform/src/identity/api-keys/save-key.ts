import { API_KEYS_MAX, type ApiKey, type ApiKeyForm, type MadeApiKey } from '@desk/schema/api-keys/api-key'
import { KEY_SCOPES } from '@desk/schema/api-keys/key-scopes'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import * as store from './api-keys.store.ts'
import { newKey } from './key-token.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The history of all keys is one, the account's. */
const keysOf = ({ accountId }: Actor) => ({ scope: 'api_keys' as const, id: accountId })

const inWords = (key: Pick<ApiKey, 'name' | 'starts_with' | 'scopes' | 'expires_at'>): string =>
  `${key.name} (${key.starts_with}…), ${key.scopes.map(scope => KEY_SCOPES[scope].label).join(', ')}, until ${key.expires_at.slice(0, 10)}`

/** Makes a key of the account for the caller; the answer alone has its secret. */
export function makeKey(tx: Tx, actor: Actor, form: ApiKeyForm): Promise<Outcome<MadeApiKey, MadeApiKey | null>> {
  const { accountId, user, at } = actor
  const name = form.name.trim()
  const { text, handle, hash } = newKey()
  let made: ApiKey | undefined
  return edit<readonly string[], ApiKeyForm, MadeApiKey, null>(tx, actor, {
    ...keysOf(actor),
    lock: async () => {
      await store.lockKeys(tx, accountId)
      return store.liveNames(tx, accountId, at)
    },
    judge: names =>
      names.length >= API_KEYS_MAX
        ? {
            kind: 'refused',
            reason: 'too_many_keys',
            message: `There are ${API_KEYS_MAX} keys already: revoke those that are no longer used.`,
            current: null,
          }
        : (refusedFor(
            names.some(other => other.toLowerCase() === name.toLowerCase())
              ? [{ path: ['name'], message: 'A key with this name is in use' }]
              : [],
          ) ?? { before: null, after: form }),
    write: async ({ scopes, expires_in_days: days }) => {
      const expiresAt = new Date(at.getTime() + days * DAY_MS)
      const id = await store.insertKey(tx, {
        accountId,
        userId: user.uid,
        name,
        handle,
        hash,
        scopes,
        at,
        expiresAt,
      })
      made = requireFound(await store.findKey(tx, accountId, id, at), 'key')
    },
    changed: () => ({ before: {}, after: { key_made: inWords(requireFound(made, 'key')) } }),
    read: () => Promise.resolve({ ...requireFound(made, 'key'), secret: text }),
  })
}

/** Revokes a key of the account: the next call with it is refused. Revoking it again changes nothing. */
export function revokeKey(tx: Tx, actor: Actor, keyId: number): Promise<Outcome<null>> {
  const { accountId, user, at } = actor
  return edit<ApiKey, string, null, never>(tx, actor, {
    ...keysOf(actor),
    lock: async () => {
      await store.lockKeys(tx, accountId)
      return store.findKey(tx, accountId, keyId, at)
    },
    judge: ({ revoked_at: revokedAt }) => ({ before: revokedAt, after: revokedAt ?? at.toISOString() }),
    write: () => store.revokeKey(tx, keyId, user.uid, at),
    changed: key => ({ before: {}, after: { key_revoked: `${key.name} (${key.starts_with}…)` } }),
    read: () => Promise.resolve(null),
  })
}
