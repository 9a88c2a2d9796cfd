import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#kernel/config/config'
import { asOwner } from '#testing/database/test-server'
import { emptyDatabase, useDatabase } from '#testing/database/harness'
import { examine } from './doctor.ts'
import { checksOf } from './doctor-checks.ts'

const fresh = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'desk-doctor-'))
afterAll(() => rmSync(folder, { recursive: true }))
/** A port of this machine at which no server listens. */
const DEAD = '127.0.0.1:9'

interface Injected {
  readonly env?: Readonly<Record<string, string>>
  readonly url?: string
  readonly nowMs?: () => number
}

async function printed({ env = {}, url = fresh().url, nowMs = Date.now }: Injected): Promise<readonly string[]> {
  const backups = join(folder, 'backups')
  mkdirSync(backups, { recursive: true })
  writeFileSync(join(backups, 'desk-1.zip'), '')
  const read = readConfig({
    DATA_DIR: folder,
    DISK_RESERVE_MB: '1',
    BACKUP_DIR: backups,
    BACKUP_PASSPHRASE: 'a passphrase of tests',
    ...env,
  })
  if ('problems' in read) throw new Error('The settings of the test are wrong.')
  const lines: string[] = []
  await examine(checksOf(read.config, url, nowMs), line => lines.push(line))
  return lines
}

test('an installation without a fault has a line for each part', async () => {
  const lines = await printed({})
  expect(lines.map(line => line.split(':')[0])).toEqual([
    'ok     database',
    'ok     clock',
    'ok     disk',
    'ok     backups',
  ])
})

test.each<[fault: string, injected: Injected, line: RegExp]>([
  [
    'a clock that is off',
    { nowMs: () => Date.now() + 60_000 },
    /^FAULT {2}clock: it differs from the database's by 60 s$/,
  ],
  ['a full disk', { env: { DISK_RESERVE_MB: '2000000000' } }, /^FAULT {2}disk: \d+ MB are free$/],
  ['a mail server that is away', { env: { SMTP_URL: `smtp://${DEAD}` } }, /^FAULT {2}mail: .*ECONNREFUSED/],
  ['no mail server in production', { env: { ENVIRONMENT: 'production' } }, /^FAULT {2}mail: mails are files/],
  [
    'a store of documents that is away',
    {
      env: {
        DOCUMENTS_S3_URL: `http://${DEAD}`,
        DOCUMENTS_S3_BUCKET: 'b',
        DOCUMENTS_S3_KEY: 'k',
        DOCUMENTS_S3_SECRET: 's',
      },
    },
    /^FAULT {2}documents: The file could not be opened/,
  ],
  ['a Redis that is away', { env: { REDIS_URL: `redis://${DEAD}` } }, /^FAULT {2}Redis: .*ECONNREFUSED/],
  [
    'http in production',
    { env: { ENVIRONMENT: 'production', PUBLIC_URL: 'http://desk.example.com' } },
    /^FAULT {2}https: PUBLIC_URL is http:/,
  ],
  ['an https address that leads nowhere', { env: { PUBLIC_URL: `https://${DEAD}` } }, /^FAULT {2}https: /],
  [
    'a balancer that is not trusted',
    { env: { PUBLIC_URL: `https://${DEAD}` } },
    /^FAULT {2}proxies: all visitors have the address of the balancer$/,
  ],
  [
    'trust in every sender',
    { env: { TRUST_FORWARDED_FOR: '1' } },
    /^FAULT {2}proxies: TRUST_FORWARDED_FOR lets every sender choose its address$/,
  ],
  ['no backups', { env: { BACKUP_DIR: '' } }, /^FAULT {2}backups: none are scheduled$/],
  ['an old backup', { nowMs: () => Date.now() + 72 * 3_600_000 }, /^FAULT {2}backups: the newest is 72 h old$/],
  ['a database that is away', { url: `postgres://desk@${DEAD}/desk` }, /^FAULT {2}database: .*ECONNREFUSED/],
])('%s is named, with its fix (operate.md §2)', async (_, injected, line) => {
  const lines = await printed(injected)
  const at = lines.findIndex(each => line.test(each))
  expect([lines, at >= 0]).toEqual([lines, true])
  expect(lines[at + 1]).toMatch(/^ {7}Fix: \w/)
})

test('an empty database and one that only reads are named (operate.md §2)', async () => {
  const { url, drop } = await emptyDatabase()
  try {
    expect((await printed({ url }))[0]).toBe('FAULT  database: This database has no tables of a desk yet.')
    await asOwner(
      url,
      `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
    )
    expect((await printed({ url }))[0]).toMatch(/^FAULT {2}database: .*only reads/)
  } finally {
    await drop()
  }
})
