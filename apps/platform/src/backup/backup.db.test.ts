import { verifyStatement } from '@desk/schema/statements/verify-statement'
import { createHash, randomUUID } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { auditedAccounts, verifyAudit } from '#kernel/audit/verify-audit'
import { DeskDatabase } from '#kernel/db/desk-database'
import { createLedger } from '#ledger/batches/ledger'
import { back, entry, sent } from '#ledger/testing/operations'
import { verifyLedger } from '#ledger/verify/verify-ledger'
import { migrate } from '#migrations/migrate'
import { sweepPeriods } from '#nouns/statements/close-period'
import { nodeCrypto } from '#nouns/statements/node-crypto'
import { signedCsv } from '#nouns/statements/signed-files'
import { statementFile } from '#nouns/statements/statement-lines-file'
import { statementKey } from '#nouns/statements/statement-keys'
import { findStatement, type StatementOf } from '#nouns/statements/statements.store'
import { emptyDatabase, useDatabase } from '#testing/database/harness'
import { makeTestDemo } from '#testing/test-demo'
import { asOwner, silentLog } from '#testing/database/test-server'
import { makeBackup } from './make-backup.ts'
import { restoreBackup, type RestoreOptions } from './restore-backup.ts'
import { backUpBeforeMigrations, startBackups } from './scheduled-backups.ts'

const PASSPHRASE = 'a passphrase of the tests'
const SECRETS = { secret_key: 'secret-key-of-the-tests-0123456789', feed_token: 'feed-token-of-the-tests-0123456789' }
const log = pino({ level: 'silent' })
const fresh = useDatabase()
const home = mkdtempSync(join(tmpdir(), 'desk-backup-'))
const documents = { folder: join(home, 'data', 'documents'), s3: null }
const FILE = randomUUID()
const LOST = randomUUID()

beforeAll(async () => {
  const { database, url } = fresh()
  await makeTestDemo({ database, url })
  await sweepPeriods({ database, key: statementKey(SECRETS.secret_key), nowMs: Date.now })
  await asOwner(
    url,
    `insert into document (account_id, project_id, name, kind) select account_id, project_id, 'Brief', 'other' from project order by 2 limit 1;
     insert into document_version (account_id, document_id, number, file_id, filename, size_bytes, sha256, media_type, uploaded_at)
       select account_id, document_id, 1, '${FILE}'::uuid, 'brief.txt', 5, '', 'text/plain', now() from document
       union all select account_id, document_id, 2, '${LOST}'::uuid, 'lost.txt', 5, '', 'text/plain', now() from document`,
  )
  const [{ account } = { account: 0 }] = (await asOwner(url, 'select account_id as account from document')) as {
    account: number
  }[]
  mkdirSync(join(documents.folder, String(account)), { recursive: true })
  writeFileSync(join(documents.folder, String(account), FILE), 'hello')
  quiet = backUp('quiet')
  await quiet
}, 120_000)

afterAll(() => rmSync(home, { recursive: true }))

const backUp = async (name: string, url = fresh().url) => {
  const file = join(home, `${name}.zip`)
  const made = await makeBackup({
    url,
    file,
    documents,
    secrets: SECRETS,
    passphrase: PASSPHRASE,
    nowMs: Date.now,
  })
  return { file, made }
}

/** One of the demo, for tests that do not write. */
let quiet: ReturnType<typeof backUp>

/** An empty database and data folder, gone after the test. */
async function emptyPlace(): Promise<Omit<RestoreOptions, 'file'> & { readonly url: string }> {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const dataDir = mkdtempSync(join(home, 'restored-'))
  return {
    url,
    dataDir,
    documents: { folder: join(dataDir, 'documents'), s3: null },
    passphrase: PASSPHRASE,
    secretKey: undefined,
    feedToken: undefined,
    openUrl: async () => url,
  }
}

/** The rows of every table by their hash; the feed's belong to the server. */
async function contentsOf(url: string): Promise<unknown> {
  const tables = (await asOwner(
    url,
    `select tablename as name from pg_tables where schemaname = 'public' and tablename !~ '^kysely_|^respondent_event_'
       and tablename not in ('change_feed', 'feed_reader') order by 1`,
  )) as { name: string }[]
  return Promise.all(
    tables.map(async ({ name }) => {
      const rows = await asOwner(url, `select t::text as row from "${name}" t order by 1`)
      return [name, rows.length, createHash('sha256').update(JSON.stringify(rows)).digest('hex')]
    }),
  )
}

const shapeOf = (url: string): Promise<unknown> =>
  asOwner(
    url,
    `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition, null as enabled from pg_constraint where connamespace = 'public'::regnamespace
     union all select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), tgenabled::text from pg_trigger where not tgisinternal order by 1, 2, 3`,
  )

async function faultsOfStatements(
  database: DeskDatabase,
  url: string,
): Promise<{ statements: number; broken: number }> {
  const all = (await asOwner(
    url,
    'select account_id as account, month::text, scope, scope_id as "scopeId" from statement',
  )) as (StatementOf & { account: number })[]
  let broken = 0
  for (const { account, ...of } of all) {
    const stored = await database.readAsAccount(account, tx => findStatement(tx, account, of))
    if (stored === undefined) throw new Error('A statement that is listed is not found.')
    const chunks: Uint8Array[] = []
    for await (const chunk of signedCsv(statementFile(database, account, stored))) chunks.push(chunk)
    if ((await verifyStatement(Buffer.concat(chunks).toString(), nodeCrypto))?.isWhole !== true) broken += 1
  }
  return { statements: all.length, broken }
}

test(
  'every row, constraint, trigger, document and secret is restored, statements and audit logs verify, and the lost document is named (operate.md §2)',
  { timeout: 120_000 },
  async () => {
    const { file, made } = await quiet
    const place = await emptyPlace()
    const restored = await restoreBackup({ ...place, file })
    const lost = made.missing[0] ?? ''
    expect([made.missing.length, lost.endsWith(LOST), restored.missing]).toEqual([1, true, [lost]])
    expect(await contentsOf(place.url)).toEqual(await contentsOf(fresh().url))
    expect(await shapeOf(place.url)).toEqual(await shapeOf(fresh().url))
    const [account = ''] = readdirSync(place.documents.folder)
    expect(readFileSync(join(place.documents.folder, account, FILE), 'utf8')).toEqual('hello')
    expect(['secret-key', 'feed-token'].map(name => readFileSync(join(place.dataDir, name), 'utf8').trim())).toEqual([
      SECRETS.secret_key,
      SECRETS.feed_token,
    ])
    const database = new DeskDatabase({ url: place.url, log: silentLog })
    onTestFinished(() => database.close())
    const verified = await faultsOfStatements(database, place.url)
    expect([verified.statements > 0, verified.broken]).toEqual([true, 0])
    const accounts = await database.readAsSystem(auditedAccounts)
    const audits = await Promise.all(
      accounts.map(({ accountId }) => database.readAsSystem(tx => verifyAudit(tx, accountId))),
    )
    expect(audits.filter(({ first_broken: broken }) => broken !== null)).toEqual([])
  },
)

test(
  'under writes the backup is of one moment: the ledger verifies, each entry acknowledged before is there, and traffic goes on (operate.md §2)',
  { timeout: 120_000 },
  async () => {
    const { database, url } = fresh()
    const [source] = (await asOwner(
      url,
      'select account_id as account, source_id as id from source where status = 1 order by 2 limit 1',
    )) as { account: number; id: number }[]
    if (source === undefined) throw new Error('The demo has no live source.')
    const respond = async (on: DeskDatabase, rid: string): Promise<string> => {
      const ledger = createLedger(on)
      const { hex } = sent(await ledger.enter(source.account, entry(source.id, rid)))
      await ledger.return(source.account, back(hex, '1000'))
      return hex
    }
    const before = await respond(database, 'before')
    let isMade = false
    const during: string[] = []
    const writes = (async () => {
      while (!isMade) during.push(await respond(database, `during-${during.length}`))
    })()
    const { file } = await backUp('busy').finally(() => (isMade = true))
    await writes
    const place = await emptyPlace()
    await restoreBackup({ ...place, file })
    const there = (await asOwner(place.url, `select replace(rdud::text, '-', '') as hex from respondent`)) as {
      hex: string
    }[]
    const found = new Set(there.map(({ hex }) => hex))
    expect([found.has(before.toLowerCase()), during.length > 0]).toEqual([true, true])
    const restored = new DeskDatabase({ url: place.url, log: silentLog })
    onTestFinished(() => restored.close())
    expect(await verifyLedger(restored)).toEqual([])
    await respond(restored, 'after')
    expect(await verifyLedger(restored)).toEqual([])
    // the feed's readers go on at once, by transaction ids of this server
    expect(
      await asOwner(
        place.url,
        `select (select count(*)::int from change_feed where xid > pg_current_xact_id()) as ahead,
           (select count(*)::int from feed_reader where xid > pg_current_xact_id()) as readers`,
      ),
    ).toEqual([{ ahead: 0, readers: 0 }])
  },
)

describe('a restore is refused, and leaves database and folder empty (operate.md §2)', () => {
  const tablesOf = async (url: string): Promise<number> =>
    (await asOwner(url, `select from pg_tables where schemaname = 'public'`)).length

  test.each([
    ['cut off', (file: string) => truncateSync(file, 40_000), /is no whole backup/],
    [
      'changed in one byte',
      (file: string) => {
        const bytes = readFileSync(file)
        bytes[20_000] = (bytes[20_000] ?? 0) ^ 1
        writeFileSync(file, bytes)
      },
      /is damaged: database\/.* is not as it was written|is no whole backup/,
    ],
  ])('of an archive that is %s', async (_, spoil, message) => {
    const file = join(home, `spoilt-${randomUUID()}.zip`)
    copyFileSync((await quiet).file, file)
    spoil(file)
    const place = await emptyPlace()
    await expect(restoreBackup({ ...place, file })).rejects.toThrow(message)
    expect([await tablesOf(place.url), readdirSync(place.dataDir)]).toEqual([0, []])
  })

  test('by another passphrase, beside another key, over documents, and into a database in use', async () => {
    const { file } = await quiet
    const place = await emptyPlace()
    await expect(restoreBackup({ ...place, file, passphrase: 'another passphrase' })).rejects.toThrow(
      'BACKUP_PASSPHRASE is not the one of this backup',
    )
    await expect(restoreBackup({ ...place, file, secretKey: 'x'.repeat(32) })).rejects.toThrow(
      'SECRET_KEY is not the one of this backup',
    )
    await expect(restoreBackup({ ...place, file, documents })).rejects.toThrow('holds documents')
    await expect(restoreBackup({ ...place, file, openUrl: async () => fresh().url })).rejects.toThrow(
      'A desk runs on this database: stop it first.',
    )
    expect([await tablesOf(place.url), readdirSync(place.dataDir)]).toEqual([0, []])
    await migrate(place.url)
    await asOwner(place.url, `insert into account (name, account_type) values ('Ours', 'DESK')`)
    await expect(restoreBackup({ ...place, file })).rejects.toThrow('This database is not empty')
    expect(await asOwner(place.url, 'select name from account')).toEqual([{ name: 'Ours' }])
  })

  test('made by a newer version', async () => {
    const { url, drop } = await emptyDatabase()
    onTestFinished(drop)
    await migrate(url)
    await asOwner(url, `insert into kysely_migration (name, timestamp) values ('9999_later', '2030-01-01')`)
    const { file } = await backUp('newer', url)
    await expect(restoreBackup({ ...(await emptyPlace()), file })).rejects.toThrow(
      'A newer version of Sample Desk made this backup (it has 9999_later).',
    )
  })
})

describe('scheduled backups', () => {
  const planOf = (folder: string, url: string) => ({
    url,
    documents,
    secrets: SECRETS,
    settings: { folder, everyHours: 24, kept: 2, passphrase: PASSPHRASE },
    log,
    nowMs: Date.now,
  })

  test(
    'one is made at once where there is none, older ones go, and its age is known',
    { timeout: 60_000 },
    async () => {
      const folder = mkdtempSync(join(home, 'scheduled-'))
      for (const day of ['01', '02']) writeFileSync(join(folder, `desk-2026-01-${day}T00-00-00.000Z.zip`), '')
      const { url, drop } = await emptyDatabase()
      onTestFinished(drop)
      await migrate(url)
      const { database } = fresh()
      const backups = startBackups(database, { ...planOf(folder, url), nowMs: () => Date.now() + 25 * 3_600_000 })
      onTestFinished(() => backups.stop())
      const isMade = () => readdirSync(folder).some(name => !name.startsWith('desk-2026-01') && name.endsWith('.zip'))
      await expect.poll(isMade, { timeout: 30_000 }).toBe(true)
      await backups.stop()
      expect([readdirSync(folder).length, isMade(), backups.ageSeconds()]).toEqual([2, true, expect.any(Number)])
    },
  )

  test('one is made before migrations change a database, and none of an empty or unchanged one', async () => {
    const folder = join(home, 'before')
    const { url, drop } = await emptyDatabase()
    onTestFinished(drop)
    await backUpBeforeMigrations(planOf(folder, url))
    await migrate(url, { upTo: '0009_unusual_figures' })
    await backUpBeforeMigrations(planOf(folder, url))
    await migrate(url)
    await backUpBeforeMigrations(planOf(folder, url))
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^desk-.*-before-0010_act_effects\.zip$/)])
    const place = await emptyPlace()
    await restoreBackup({ ...place, file: join(folder, readdirSync(folder)[0] ?? '') })
    expect(existsSync(join(place.dataDir, 'secret-key'))).toEqual(true)
  })
})

test('a backup over an existing file is refused', async () => {
  const { file } = await quiet
  await expect(backUp('quiet')).rejects.toThrow(`${file} exists: name another file.`)
})
