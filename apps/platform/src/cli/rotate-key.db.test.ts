import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { requireSameKey } from '#kernel/secrets/key-fingerprint.store'
import { seal, unseal } from '#kernel/secrets/seal'
import { asOwner } from '#testing/database/test-server'
import { freshDatabase } from '#testing/database/harness'
import { rotateKey } from './rotate-key.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

const OLD = 'the-secret-key-before-the-rotation-0001'
const NEW = 'the-secret-key-after-the-rotation-00002'
const KEYS = [NEW, OLD] as const
const SESSION = '00000000-0000-4000-8000-000000000001'
const OWNER = 1

/** Columns of bytes that hold no secret sealed by the desk's key: hashes, public keys, signatures and files. */
const NOT_SEALED = [
  'api_key.secret_hash',
  'audit_chain.hash',
  'audit_head.hash',
  'forecast.hash',
  'forecast_head.hash',
  'idempotency_key.request_hash',
  'journal_link.token_hash',
  'network_address.host',
  'password_link.token_hash',
  'rate_card.csv',
  'reconciliation.digest',
  'reconciliation.sha256',
  'reconciliation_file.bytes',
  'recovery_code.code_hash',
  'session_token.token_hash',
  'sign_in_challenge.challenge_hash',
  'sso_confirmation.token_hash',
  'sso_pending.browser_hash',
  'sso_pending.state_hash',
  'sso_pending.ticket_hash',
  'statement.head',
  'statement.public_key',
  'statement.signature',
  'statement.start_hash',
  'statement_identity.salt',
  'statement_key.fingerprint',
  'statement_key.public_key',
  'statement_line.hash',
  'statement_link.token_hash',
]

const sealed = (column: (typeof SEALED_COLUMNS)[number], key: string, text: string): string =>
  `'\\x${seal(column.keyOf(key), column.ownerOf(OWNER), Buffer.from(text)).toString('hex')}'`

async function databaseUrl(): Promise<string> {
  const { url, drop } = await freshDatabase()
  onTestFinished(drop)
  return url
}

/** A row with each sealed column, under the key before. */
async function storeSecrets(url: string, key = OLD): Promise<void> {
  const value = Object.fromEntries(
    SEALED_COLUMNS.map(column => [
      `${column.table}.${column.column}`,
      sealed(column, key, `secret of ${column.table}.${column.column}`),
    ]),
  )
  await asOwner(
    url,
    `insert into account (account_id, name, account_type) values (1, 'Acme', 'DESK');
     insert into app_user (user_id, home_account_id, username, firstname, lastname) values (1, 1, 'a', 'A', 'B');
     insert into second_factor (user_id, secret, created_at) values (1, ${value['second_factor.secret']}, now());
     insert into sso_config (account_id, kind, issuer, client_id, client_secret, is_on, only_by_it, makes_users, new_users_role)
       values (1, 'oidc', 'https://idp.example', 'desk', ${value['sso_config.client_secret']}, true, false, false, 2);
     insert into login_session (session_id, user_id, account_id, login_account_id, created_at, last_used_at, expires_at)
       values ('${SESSION}', 1, 1, 1, now(), now(), now());
     insert into sso_session (session_id, account_id, sign_out_url) values ('${SESSION}', 1, ${value['sso_session.sign_out_url']});
     insert into sign_in_challenge (challenge_hash, user_id, expires_at, tries_left, sso_account_id, sso_sign_out_url)
       values ('\\x01', 1, now(), 3, 1, ${value['sign_in_challenge.sso_sign_out_url']});
     insert into webhook (account_id, description, url, kinds, is_on, secret, secret_ends_with, old_secret, created_at)
       values (1, 'a', 'https://a.example', '{target.reached}', true, ${value['webhook.secret']}, 'abcd', ${value['webhook.old_secret']}, now());
     insert into alert_channel (account_id, kind, name, url, url_hint, created_at)
       values (1, 'slack', 'a', ${value['alert_channel.url']}, 'a', now());
     insert into statement_key (account_id, public_key, fingerprint, sealed, created_at)
       values (1, decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'), ${value['statement_key.sealed']}, now())`,
  )
}

async function opened(url: string, key: string): Promise<(string | undefined)[]> {
  return Promise.all(
    SEALED_COLUMNS.map(async column => {
      const [row] = (await asOwner(url, `select ${column.column} as sealed from ${column.table}`)) as {
        sealed: Buffer
      }[]
      return row && unseal(column.keyOf(key), column.ownerOf(OWNER), row.sealed)?.toString()
    }),
  )
}

const SECRETS = SEALED_COLUMNS.map(({ table, column }) => `secret of ${table}.${column}`)

test('every kind of secret is sealed again, the former key opens none, and a platform with it alone does not start (operate.md §2)', async () => {
  const url = await databaseUrl()
  await requireSameKey(url, OLD)
  await storeSecrets(url)
  expect(await opened(url, OLD)).toEqual(SECRETS)
  const lines: string[] = []
  expect(await rotateKey(url, KEYS, line => lines.push(line))).toBe(0)
  expect(lines).toEqual(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}: 1 sealed again`))
  expect([await opened(url, NEW), await opened(url, OLD)]).toEqual([SECRETS, SECRETS.map(() => undefined)])
  await requireSameKey(url, NEW)
  await expect(requireSameKey(url, OLD)).rejects.toThrow(/not the secret key/)
})

test('a rotation that was interrupted goes on, and a second one finds nothing to do (operate.md §2)', async () => {
  const url = await databaseUrl()
  await requireSameKey(url, OLD)
  await storeSecrets(url)
  const stop = new Error('the power is gone')
  const cutOff = rotateKey(url, KEYS, line => {
    if (line.startsWith('sso_session')) throw stop
  })
  await expect(cutOff).rejects.toBe(stop)
  // both start in between
  await requireSameKey(url, OLD)
  await requireSameKey(url, KEYS)
  const lines: string[] = []
  await rotateKey(url, KEYS, line => lines.push(line))
  expect(lines.map(line => /: (\d)/.exec(line)?.[1])).toEqual(['0', '0', '0', '1', '1', '1', '1', '1'])
  expect(await opened(url, NEW)).toEqual(SECRETS)
  await rotateKey(url, KEYS, line => lines.push(line))
  expect(lines.slice(8).every(line => line.endsWith(': 0 sealed again'))).toBe(true)
})

test('a secret of a third key is named and left as it is', async () => {
  const url = await databaseUrl()
  await requireSameKey(url, OLD)
  await storeSecrets(url, 'a-third-key-that-was-lost-long-ago-0003')
  const lines: string[] = []
  expect(await rotateKey(url, KEYS, line => lines.push(line))).toBe(8)
  expect(lines[0]).toBe('second_factor.secret: 0 sealed again, 1 that neither key opens')
})

test('each column of bytes is known as sealed or as not sealed', async () => {
  const rows = (await asOwner(
    await databaseUrl(),
    `select c.table_name || '.' || c.column_name as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'bytea' and c.table_name !~ '_\\d{4}'
     order by 1`,
  )) as { name: string }[]
  const known = [...SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`), ...NOT_SEALED].toSorted()
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known)
})

test('each purpose of a key is one of a sealed column, or one that signs and masks alone', () => {
  const source = join(import.meta.dirname, '..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    path => path.endsWith('.ts') && !path.includes('.test.'),
  )
  const purposes = files.flatMap(file =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/keyFor\(secretKey, '([^']+)'\)/g)].map(
      ([, purpose = '']) => purpose,
    ),
  )
  expect(purposes.toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
    'document links',
    'recontact links',
    'sample desk alert channels',
    'sample desk journal masks',
    'sample desk key fingerprint',
    'sample desk second factor',
    'sample desk single sign-on',
    'sample desk statements',
    'sample desk webhooks',
  ])
})
