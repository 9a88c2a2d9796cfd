import { verifyStatement } from '@desk/schema/statements/verify-statement'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { verifyAudit } from '#kernel/audit/verify-audit'
import { readConfig, type Config } from '#kernel/config/config'
import { DeskDatabase } from '#kernel/db/desk-database'
import { back } from '#ledger/testing/operations'
import { createLedger } from '#ledger/batches/ledger'
import { verifyLedger } from '#ledger/verify/verify-ledger'
import { foundInTables } from '#nouns/erasure/testing/found-in-tables'
import { makeRespondents } from '#nouns/reconciliation/testing/respondents'
import { nodeCrypto } from '#nouns/statements/node-crypto'
import { signedCsv } from '#nouns/statements/signed-files'
import { statementFile } from '#nouns/statements/statement-lines-file'
import { findStatement } from '#nouns/statements/statements.store'
import { emptyDatabase } from '#testing/database/harness'
import { silentLog } from '#testing/database/test-server'
import { lastMonth } from '#testing/months'
import { usePlatform } from '#testing/platform'
import { askAs } from '#testing/stage'
import { StudyMaker } from '#testing/study'
import { backupCommand, restoreCommand } from './backup.ts'
import { eraseAgainCommand } from './erase-again.ts'

const HOME = mkdtempSync(join(tmpdir(), 'desk-restore-'))
const LOG = join(HOME, 'erasures.log')
const platform = usePlatform({ erasureLog: LOG })
const log = pino({ level: 'silent' })
const CANARIES = ['canary-rid-0', 'canary-rid-1', 'canary-rid-2']
const INSIDE = 'canary-inside'

afterAll(() => rmSync(HOME, { recursive: true }))

function configOf(own: Readonly<Record<string, string>>): Config {
  const result = readConfig({ DEMO: '0', BACKUP_PASSPHRASE: 'a passphrase of the tests', ERASURE_LOG: LOG, ...own })
  if ('problems' in result) throw new Error(JSON.stringify(result.problems))
  return result.config
}

test('a restored backup has no one whom the erasure log names, and its books hold (docs/decisions/0119)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const { database, databaseUrl } = platform()
  const make = new StudyMaker(database)
  const study = await make.study({ accountId: await make.account({ name: 'Acme' }) })
  const { accountId, supplierId, sourceIds } = study
  const place = { accountId, sourceId: sourceIds[0] ?? 0, supplierId }
  const { month, middleMs } = lastMonth()
  await makeRespondents(database, place, [...CANARIES, 'bystander'], { endedAtMs: middleMs })
  const [inside] = await makeRespondents(database, place, [INSIDE], { inboundCode: null })
  const [one, two] = [
    await askAs(platform(), make, { accountId, roleId: 1 }),
    await askAs(platform(), make, { accountId, roleId: 1 }),
  ]
  expect((await one('POST', `/v1/statements/${month}/close`)).status).toBe(200)
  await database.asSystem(tx =>
    sql`update respondent set fingerprint = 'canary-print', address = '198.51.100.7' where account_id = ${accountId} and rid = any(${CANARIES})`.execute(
      tx,
    ),
  )

  const file = join(HOME, 'desk.zip')
  mkdirSync(join(HOME, 'data'))
  const made = configOf({ DATABASE_URL: databaseUrl, DATA_DIR: join(HOME, 'data') })
  expect(await backupCommand([file], made, log)).toBe(0)
  const ids = [...CANARIES, INSIDE]
  const form = { pm_sup_ud: supplierId, ids, rule: 'request', reference: 'Letter 7' }
  const { body } = await one('POST', '/v1/erasures', form)
  expect((await two('POST', `/v1/erasures/${body.erasure_ud}/confirm`)).body.erased.respondents).toBe(3)
  // a line that a crash cut off
  appendFileSync(LOG, '\n{"account":')

  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const restored = configOf({ DATABASE_URL: url, DATA_DIR: join(HOME, 'restored') })
  expect(await restoreCommand([file], restored, log)).toBe(1)
  expect(print.mock.calls.flat()).toContain(`Erased again by ${LOG}: 3 respondents.`)
  expect(print.mock.calls.flat().join('\n')).toContain('1 respondents are in a survey or an open dispute.')

  const there = new DeskDatabase({ url, log: silentLog })
  onTestFinished(() => there.close())
  const clear = [...CANARIES, 'canary-print', '198.51.100.7']
  expect(await foundInTables(there, clear)).toEqual({})
  expect(Object.keys(await foundInTables(there, [INSIDE, 'bystander']))).toContain('respondent')
  const { rows } = await there.readAsAccount(accountId, tx =>
    sql<{
      value: string
    }>`select detail->>'value' as value from respondent_event where account_id = ${accountId} and detail->>'rule' = 'erased' limit 1`.execute(
      tx,
    ),
  )
  expect(rows[0]?.value).toMatch(/^erasure \d+, requested by user \d+, again after a restore$/)

  await createLedger(there).return(accountId, back(inside?.hex ?? '', '1000', { viaServer: true, parameters: null }))
  expect(await eraseAgainCommand(there, [LOG])).toBe(1)
  expect(await foundInTables(there, [INSIDE])).toEqual({})
  expect(await verifyLedger(there)).toEqual([])
  expect(await there.readAsSystem(tx => verifyAudit(tx, accountId))).toMatchObject({ first_broken: null })
  const of = { scope: 'supplier', month, scopeId: supplierId } as const
  const stored = await there.readAsAccount(accountId, tx => findStatement(tx, accountId, of))
  if (stored === undefined) throw new Error('The month is closed')
  const chunks: Uint8Array[] = []
  for await (const chunk of signedCsv(statementFile(there, accountId, stored))) chunks.push(chunk)
  const verdict = await verifyStatement(Buffer.concat(chunks).toString(), nodeCrypto)
  expect(verdict).toMatchObject({ isWhole: true, lines: 4, erased: 3 })
  expect(readFileSync(LOG, 'utf8')).not.toContain('canary')
}, 60_000)
