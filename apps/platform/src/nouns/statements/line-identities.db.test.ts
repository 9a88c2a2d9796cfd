import { FILE_VERSION } from '@desk/schema/statements/statement-csv'
import { lineText, sealText, startText, BEFORE_START, type StatementLine } from '@desk/schema/statements/statement-line'
import { verifyStatement } from '@desk/schema/statements/verify-statement'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callerOf } from '#testing/caller'
import { useDatabase } from '#testing/database/harness'
import { StudyMaker } from '#testing/study'
import { makeRespondents } from '../reconciliation/testing/respondents.ts'
import { closePeriod } from './close-period.ts'
import { chainedHex, nodeCrypto, signText } from './node-crypto.ts'
import { insertPeriod } from './periods.store.ts'
import { readStatement } from './read-statements.ts'
import { signedCsv } from './signed-files.ts'
import { signingKey, statementKey } from './statement-keys.ts'
import { statementFile } from './statement-lines-file.ts'
import { findStatement, insertLines, insertStatement } from './statements.store.ts'
import { storedOf } from './testing/stated.ts'

const fresh = useDatabase()
const KEY = statementKey('the desk of the tests')
const OCTOBER_MS = Date.UTC(2026, 9, 15, 12)
const at = new Date(Date.UTC(2026, 10, 3, 12))
const month = '2026-10'

async function open() {
  const { database } = fresh()
  const { accountId, userId, supplierId, sourceIds, projectId } = await new StudyMaker(database).study()
  const sourceId = sourceIds[0] ?? 0
  const made = await makeRespondents(database, { accountId, sourceId, supplierId }, ['one', '=two', 'three'], {
    endedAtMs: OCTOBER_MS,
  })
  const file = async () => {
    const of = { scope: 'supplier', month, scopeId: supplierId } as const
    const stored = await database.readAsAccount(accountId, tx => findStatement(tx, accountId, of))
    if (stored === undefined) throw new Error('The month is closed')
    const chunks: Uint8Array[] = []
    for await (const chunk of signedCsv(statementFile(database, accountId, stored))) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }
  const shownRids = () =>
    database.readAsAccount(accountId, async tx => {
      const page = { limit: 10, offset: 0 }
      return (await readStatement(tx, accountId, month, supplierId, at, page))?.page.map(({ rid }) => rid)
    })
  return { database, accountId, userId, supplierId, sourceId, projectId, made, file, shownRids }
}

test('a closed statement has no rid in its chain, and its file opens each line; a deleted identity changes neither seal nor hashes', async () => {
  const { database, accountId, userId, made, file, shownRids } = await open()
  const actor = { ...callerOf({ accountId, userId }), at }
  await database.asAccount(accountId, tx => closePeriod(tx, actor, month, KEY))
  const stored = await storedOf(database, accountId, month)
  expect(JSON.stringify(stored)).not.toContain('=two')
  const whole = await file()
  expect(await verifyStatement(whole, nodeCrypto)).toMatchObject({ isWhole: true, lines: 3, erased: 0 })
  expect(await shownRids()).toEqual(['one', '=two', 'three'])
  await database.asAccount(accountId, tx =>
    sql`delete from statement_identity where account_id = ${accountId} and rdud = ${made[1]?.hex ?? ''}::uuid`.execute(
      tx,
    ),
  )
  const erased = await file()
  expect(await verifyStatement(erased, nodeCrypto)).toMatchObject({ isWhole: true, lines: 3, erased: 1 })
  expect([erased.includes('=two'), await shownRids()]).toEqual([false, ['one', 'erased', 'three']])
  expect(erased.split('\r\n').at(-2)).toBe(whole.split('\r\n').at(-2))
  expect(await storedOf(database, accountId, month)).toEqual(stored)
})

test('an identity is never changed, only deleted', async () => {
  const { database, accountId, userId } = await open()
  const actor = { ...callerOf({ accountId, userId }), at }
  await database.asAccount(accountId, tx => closePeriod(tx, actor, month, KEY))
  await expect(
    database.asAccount(accountId, tx => sql`update statement_identity set rid = 'another'`.execute(tx)),
  ).rejects.toThrow(/permission denied/)
})

test('a statement of version 2 has the file that it was issued with', async () => {
  const { database, accountId, supplierId, sourceId, projectId, file, shownRids } = await open()
  const line: StatementLine = {
    amount_cents: 250,
    at: '2026-10-05T12:00:00.000Z',
    from: 11,
    kind: 'complete',
    line: 1,
    origin: month,
    project: projectId,
    rdud: `${accountId}-${'1'.repeat(32)}`,
    reason: null,
    rid: 'as it was',
    source: sourceId,
    source_name: 'Main',
    to: 30,
  }
  const start = chainedHex(BEFORE_START, startText({ account: accountId, month, supplier: supplierId }))
  const head = chainedHex(start, lineText(line))
  const sums = { lines: 1, completes: 1, complete_cents: 250, adjustments: 0, adjustment_cents: 0, total_cents: 250 }
  const names = { account: accountId, account_name: 'Acme', currency: 'USD', zone: 'UTC', supplier_name: 'Panel' }
  const of = { closed_at: at.toISOString(), head, month, supplier: supplierId, version: FILE_VERSION }
  const seal = sealText({ ...sums, ...names, ...of })
  await database.asAccount(accountId, async tx => {
    await insertPeriod(tx, accountId, month, null, at)
    const { privateKey, publicKey } = await signingKey(tx, accountId, KEY, at)
    const [startHash, headHash] = [Buffer.from(start, 'hex'), Buffer.from(head, 'hex')]
    const owner = { scope: 'supplier', month, scopeId: supplierId, name: 'Panel' } as const
    const signed = { seal, signature: signText(privateKey, seal), publicKey, parts: [] }
    await insertStatement(tx, accountId, { ...sums, ...owner, start: startHash, head: headHash, ...signed })
    await insertLines(tx, accountId, 'supplier', month, [
      { scopeId: supplierId, line: 1, position: '1', content: lineText(line), hash: head, identity: null },
    ])
  })
  const verdict = await verifyStatement(await file(), nodeCrypto)
  expect(verdict).toMatchObject({ isWhole: true, lines: 1, erased: 0, seal: { version: 2 } })
  expect(await shownRids()).toEqual(['as it was'])
})
