import { createLedger } from '@desk/platform/ledger/batches/ledger'
import { pastRdudHex } from '@desk/platform/ledger/facts/rdud'
import { back } from '@desk/platform/ledger/testing/operations'
import { verifyLedger } from '@desk/platform/ledger/verify/verify-ledger'
import { makeBackup } from '@desk/platform/backup/make-backup'
import { openArchive } from '@desk/platform/backup/archive'
import { NOTHING_ERASED } from '@desk/platform/nouns/erasure/erase-identities'
import { decideErasure, findSubjects, insertErasure, readScope } from '@desk/platform/nouns/erasure/erasures.store'
import { sweepErasures } from '@desk/platform/nouns/erasure/run-erasure'
import { sweepPeriods } from '@desk/platform/nouns/statements/close-period'
import { statementKey } from '@desk/platform/nouns/statements/statement-keys'
import { asOwner } from '@desk/platform/testing/database/test-server'
import { lastMonth } from '@desk/platform/testing/months'
import { StudyMaker } from '@desk/platform/testing/study'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDatabaseServer, type DatabaseServer } from './stage/database-server.ts'
import { seededRandom } from './stage/seeded-random.ts'

const PEOPLE = 3_000
const CANARIES = 1_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const SECRETS = { secret_key: 'secret-key-of-the-tests-0123456789', feed_token: 'feed-token-of-the-tests-0123456789' }
/** The beginning of each canary, in the forms that a file may hold; inet has the bytes of an address. */
const SIGNS = [
  'canary~',
  'cprint~',
  Buffer.from('canary~').toString('hex'),
  '2001:db8:c0de:cafe:',
  Buffer.from('20010db8c0decafe', 'hex'),
]

const random = seededRandom('canaries')
const home = mkdtempSync(join(tmpdir(), 'desk-canaries-'))
const log = join(home, 'erasures.log')
let server: DatabaseServer
beforeAll(async () => {
  server = await startDatabaseServer()
}, 60_000)
afterAll(async () => {
  await server.remove()
  rmSync(home, { recursive: true })
})

const isFoundIn = (bytes: Buffer): boolean => SIGNS.some(sign => bytes.includes(sign))

/** The files below a folder that hold a sign. */
const filesWith = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && isFoundIn(readFileSync(join(entry.parentPath, entry.name))))
    .map(({ name }) => name)

async function backupWith(name: string): Promise<readonly string[]> {
  const file = join(home, `${name}.zip`)
  const documents = { folder: join(home, 'documents'), s3: null }
  await makeBackup({
    url: server.url,
    file,
    documents,
    secrets: SECRETS,
    passphrase: 'of the canaries',
    nowMs: Date.now,
  })
  const archive = await openArchive(file)
  try {
    const found: string[] = []
    for (const { table } of (await asOwner(
      server.url,
      `select relname::text as table from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname !~ '^kysely_'`,
    )) as { table: string }[])
      if (isFoundIn(await buffer(await archive.read(`database/${table}.copy`)))) found.push(table)
    return found.toSorted()
  } finally {
    archive.close()
  }
}

/** Columns whose statistics quote a canary: values and bounds that the planner sampled. */
const statisticsWith = async (): Promise<readonly unknown[]> =>
  asOwner(
    server.url,
    `select tablename || '.' || attname as column from pg_stats where schemaname = 'public'
       and concat(most_common_vals::text, histogram_bounds::text, most_common_elems::text) ~ 'canary~|cprint~|2001:db8:c0de:cafe' order by 1`,
  )

/** People of last month, the canaries at random places among them. */
async function respond(
  place: { accountId: number; sourceId: number; supplierId: number },
  isCanary: ReadonlySet<number>,
) {
  const ledger = createLedger(server.database)
  const endedAtMs = lastMonth().middleMs
  const made = Array.from({ length: PEOPLE }, (_, no) => {
    const tail = `${Math.floor(random() * 0xffff).toString(16)}:${no.toString(16)}`
    const [rid, print, network] = isCanary.has(no) ? ['canary~', 'cprint~', 'cafe'] : ['other~', 'oprint~', 'beef']
    return {
      kind: 'entered' as const,
      atMs: endedAtMs - 8 * MINUTE_MS,
      sourceId: place.sourceId,
      supplierId: place.supplierId,
      hex: pastRdudHex(endedAtMs - 8 * MINUTE_MS, () => Math.floor(random() * 2 ** 32)),
      rid: `${rid}${no}`,
      isTest: false,
      code: 11 as const,
      refusal: null,
      address: `2001:db8:c0de:${network}::${tail}`,
      fingerprint: `${print}${no}`,
    }
  })
  for (let at = 0; at < PEOPLE; at += 1_000) {
    const some = made.slice(at, at + 1_000)
    await ledger.write(place.accountId, some, { history: true })
    const ends = some.map(({ hex }) => back(hex, '1000', { atMs: endedAtMs, viaServer: true, parameters: null }))
    await ledger.write(place.accountId, ends, { history: true })
  }
  return made.filter(({ rid }) => rid.startsWith('canary~')).map(({ rid }) => rid)
}

test(
  `of ${CANARIES} erased among ${PEOPLE} no rid, address or fingerprint is in a new backup, in statistics or in any file of the server after VACUUM FULL (F21)`,
  { timeout: 180_000 },
  async () => {
    const { database, url } = server
    const folder = join(server.dataDir, 'postgres')
    // files of the log are removed, not written again; nothing takes samples again by chance
    appendFileSync(join(folder, 'postgresql.auto.conf'), 'wal_recycle = off\nautovacuum = off\n')
    await server.stop()
    await server.start()
    const make = new StudyMaker(database)
    const { accountId, supplierId, sourceIds } = await make.study({ accountId: await make.account({ name: 'Acme' }) })
    const [one, two] = [await make.user({ accountId, roleId: 1 }), await make.user({ accountId, roleId: 1 })]
    const canaries = new Set<number>()
    while (canaries.size < CANARIES) canaries.add(Math.floor(random() * PEOPLE))
    const ids = await respond({ accountId, sourceId: sourceIds[0] ?? 0, supplierId }, canaries)
    // the windows of all its months are over then
    const laterMs = Date.now() + 100 * DAY_MS
    await sweepPeriods({ database, key: statementKey(SECRETS.secret_key), nowMs: () => laterMs })
    await asOwner(url, 'analyze')
    expect(await backupWith('before')).toEqual(expect.arrayContaining(['respondent', 'statement_identity']))
    expect([(await statisticsWith()).length > 0, filesWith(folder).length > 0]).toEqual([true, true])

    const id = await database.asAccount(accountId, async tx => {
      const found = await findSubjects(tx, accountId, { pm_sup_ud: supplierId, ids })
      const made = { rule: 'request' as const, reference: 'Canaries', scope: await readScope(tx, accountId, found) }
      const by = { userId: one.userId, at: new Date() }
      const request = await insertErasure(tx, accountId, { ...made, erased: NOTHING_ERASED, hexes: found.hexes, ...by })
      await decideErasure(tx, accountId, request, 'confirmed', { userId: two.userId, at: new Date() })
      return request
    })
    const startedMs = performance.now()
    await sweepErasures({ database, nowMs: Date.now, log })
    process.stdout.write(`erasure ${id}: ${((performance.now() - startedMs) / 1_000).toFixed(1)} s\n`)

    expect(await backupWith('after')).toEqual([])
    expect(await statisticsWith()).toEqual([])
    expect(isFoundIn(readFileSync(log))).toBe(false)
    expect(await verifyLedger(database)).toEqual([])
    await asOwner(url, 'vacuum full')
    // the log moves on past its present file
    await asOwner(url, 'create table filler (t text)')
    await asOwner(url, `insert into filler select md5(no::text) from generate_series(1, 600000) no`)
    await server.stop()
    expect(filesWith(folder)).toEqual([])
    await server.start()
  },
)
