import { OUTCOME_COLUMNS } from '@desk/schema/statements/outcome-file'
import { readCsv } from '@desk/schema/statements/statement-csv'
import { verifyStatement } from '@desk/schema/statements/verify-statement'
import { beforeAll, expect, test } from 'vitest'
import { monthAt } from '#testing/months'
import { usePlatform } from '#testing/platform'
import { askAs, type Ask } from '#testing/stage'
import { StudyMaker, TEST_PASSWORD, type Study } from '#testing/study'
import { makeRespondents } from '../reconciliation/testing/respondents.ts'
import { nodeCrypto } from './node-crypto.ts'

const platform = usePlatform()
let make: StudyMaker
let study: Study
let other: number
let ask: Ask
let token: string
const endedAtMs = Date.now() - 60_000
const month = monthAt(endedAtMs)

const download = async (query: string, by = token) => {
  const response = await fetch(`${platform().url}/v1/statement-outcomes?${query}`, {
    headers: { Authorization: `Bearer ${by}`, 'X-Requested-With': 'XMLHttpRequest' },
  })
  return { status: response.status, name: response.headers.get('content-disposition'), text: await response.text() }
}
/** A file's statement of each respondent: its id, outcome and reason. */
const saidBy = (text: string) =>
  readCsv(text)
    .slice(1, -1)
    .map(([, rid, , outcome, reason]) => [rid, outcome, reason].join(' ').trim())

async function store(body: object): Promise<number> {
  const preview = await ask('POST', '/v1/reconciliation/preview', { pm_proj_ud: study.projectId, ...body })
  const { request, digest } = preview.body
  const stored = await ask('POST', '/v1/reconciliation/store', {
    reconciliation_ud: request.reconciliation_ud,
    digest,
    project_number: 'AC-1',
  })
  expect(stored.status).toBe(200)
  return request.reconciliation_ud
}

beforeAll(async () => {
  make = new StudyMaker(platform().database)
  const house = await make.account({ name: 'House', isStaff: true })
  study = await make.study({ accountId: await make.account({ name: 'Acme', parentAccountId: house }) })
  other = await make.supplier({ accountId: study.accountId, name: 'South Panels' })
  ask = await askAs(platform(), make, { accountId: study.accountId, roleId: 1 })
  const { username } = await make.user({ accountId: study.accountId, roleId: 1 })
  token = await platform().signIn(username, TEST_PASSWORD)
})

test('a supplier’s file has its own rows alone, by its own ids, and verifies offline (settlement.md §2)', async () => {
  const { accountId, sourceIds, supplierId: one } = study
  const place = { accountId, sourceId: sourceIds[0] ?? 0 }
  const { database } = platform()
  const mine = await makeRespondents(database, { ...place, supplierId: one }, ['a1', '=a2', 'a3'], { endedAtMs })
  const theirs = await makeRespondents(database, { ...place, supplierId: other }, ['b1', 'b2'], { endedAtMs })
  await makeRespondents(database, { ...place, supplierId: one }, ['a-term'], { inboundCode: '2000', endedAtMs })
  const request = await store({
    text: ['a1,930', '=a2,931', 'b1,930', 'a-term,930', 'a1,930', 'a3,999', 'nobody,930'].join('\n'),
  })
  const file = await download(`supplier=${one}&reconciliation_ud=${request}`)
  expect(file.name).toBe(`attachment; filename="outcomes-request-${request}-supplier-${one}.csv"`)
  expect(readCsv(file.text)[0]).toEqual([...OUTCOME_COLUMNS])
  expect(saidBy(file.text)).toEqual([
    'a1 applied_reject 930',
    "'=a2 applied_reject 931",
    'a-term not_eligible_status 930',
  ])
  for (const alien of [...theirs.map(({ rdud }) => rdud), ',b1,', ',b2,', mine[2]?.rdud ?? ''])
    expect(file.text).not.toContain(alien)
  expect(await verifyStatement(file.text, nodeCrypto)).toMatchObject({ isWhole: true, lines: 3, isSigned: true })
  const changed = await verifyStatement(file.text.replace('applied_reject', 'applied_accept'), nodeCrypto)
  expect(changed).toMatchObject({ isWhole: false, faults: [{ fault: 'changed', line: 1, row: 2 }] })
  expect(saidBy((await download(`supplier=${other}&month=${month}`)).text)).toEqual(['b1 applied_reject 930'])
  // the undo of one supplier's rows changes what its month says, and no one else's
  await store({ undo_of: request, undo_of_supplier: one })
  expect([
    saidBy((await download(`supplier=${one}&month=${month}`)).text),
    saidBy((await download(`supplier=${other}&month=${month}`)).text),
    saidBy((await download(`supplier=${one}&month=2020-01`)).text),
  ]).toEqual([['a1 undone 930', "'=a2 undone 931", 'a-term not_eligible_status 930'], ['b1 applied_reject 930'], []])
})

test('another’s supplier or request has no file, a request is not one before it is stored, and users without the supply side have none', async () => {
  const { supplierId, projectId } = study
  const preview = await ask('POST', '/v1/reconciliation/preview', { pm_proj_ud: projectId, text: 'nobody,930' })
  const id = preview.body.request.reconciliation_ud
  const foreign = await make.study()
  const stranger = await make.user({ accountId: foreign.accountId, roleId: 1 })
  const plain = await make.user({ accountId: study.accountId, roleId: 2 })
  const strangers = await platform().signIn(stranger.username, TEST_PASSWORD)
  const plains = await platform().signIn(plain.username, TEST_PASSWORD)
  const statuses = []
  for (const [query, by] of [
    [`supplier=${supplierId}&reconciliation_ud=${id}`, token],
    [`supplier=${supplierId}&reconciliation_ud=999999`, token],
    [`supplier=999999&month=${month}`, token],
    [`supplier=${supplierId}&month=${month}`, strangers],
    [`supplier=${foreign.supplierId}&month=${month}`, token],
    [`supplier=${supplierId}&month=${month}`, plains],
    [`supplier=${supplierId}`, token],
    [`supplier=${supplierId}&month=${month}&reconciliation_ud=${id}`, token],
    [`supplier=${supplierId}&month=2026-13`, token],
  ] as const)
    statuses.push((await download(query, by)).status)
  expect(statuses).toEqual([404, 404, 404, 404, 404, 403, 422, 422, 422])
})
