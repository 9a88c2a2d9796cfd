import { createHash, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openEgress } from '#kernel/egress/egress'
import { Receiver } from '#kernel/egress/testing/receiver'
import { lastMonth, monthAt } from '#testing/months'
import { usePlatform } from '#testing/platform'
import { StudyMaker, TEST_PASSWORD } from '#testing/study'
import { makeRespondents } from '../reconciliation/testing/respondents.ts'
import { startWebhooks } from './start-webhooks.ts'

const folder = join(tmpdir(), `desk-documents-${randomBytes(8).toString('hex')}`)
const platform = usePlatform({ egressNetworks: ['127.0.0.0/8'], documents: { folder, s3: null } })

/** A study with an admin, and an endpoint with a real server behind it that gets one kind of event. */
async function stand(kind: string, isOfSupplier = false) {
  const { database } = platform()
  const egress = openEgress({ networks: ['127.0.0.0/8'] })
  const secretKey = 'secret-key-of-the-tests-0123456789'
  const worker = startWebhooks({
    database,
    egress,
    secretKey,
    log: pino({ level: 'silent' }),
    publicUrl: 'https://desk.example',
    send: async () => {},
  })
  const receiver = await Receiver.start()
  onTestFinished(async () => {
    await worker.stop()
    await egress.close()
    await receiver.stop()
  })
  // a reader that is new begins at the present
  await vi.waitFor(async () => {
    const { rows } = await database.readAsSystem(tx =>
      tx.client.query(`select from feed_reader where name = 'webhooks'`),
    )
    expect(rows.length).toBe(1)
  })
  const make = new StudyMaker(database)
  const study = await make.study()
  const otherSupplierId = await make.supplier({ accountId: study.accountId, name: 'South Panels' })
  const { username } = await make.user({ accountId: study.accountId, roleId: 1, firstname: 'Ada', lastname: 'Byron' })
  const token = await platform().signIn(username, TEST_PASSWORD)
  const ask = (method: string, path: string, body?: unknown) =>
    platform().call(method, path, { token, ...(body === undefined ? {} : { body }) })
  const { body: webhook } = await ask('POST', '/v1/webhooks', {
    description: 'Warehouse',
    url: receiver.url,
    kinds: [kind],
    is_on: true,
    ...(isOfSupplier ? { filter_scope: 'supplier', filter_id: study.supplierId } : {}),
    confirmation: { present_password: TEST_PASSWORD },
  })
  return {
    study,
    otherSupplierId,
    ask,
    token,
    /** The endpoint's messages, once there are that many. */
    async told(count: number) {
      await receiver.receives(count)
      return receiver.verified(webhook.secret).map(({ type, data }) => [type, data])
    },
  }
}

test('endpoints are notified of a stored reconciliation and of its undo, without money', async () => {
  const { study, ask, told } = await stand('reconciliation.stored')
  const { accountId, supplierId, projectId, sourceIds } = study
  const [sourceId = 0] = sourceIds
  await makeRespondents(platform().database, { accountId, sourceId, supplierId }, ['one', 'two', 'three'])
  const store = async (preview: { body: { request: { reconciliation_ud: number }; digest: string } }) => {
    const { request, digest } = preview.body
    const { status } = await ask('POST', '/v1/reconciliation/store', {
      reconciliation_ud: request.reconciliation_ud,
      digest,
      project_number: 'AC-1',
    })
    expect(status).toBe(200)
    return request.reconciliation_ud
  }
  const first = await store(
    await ask('POST', `/v1/reconciliation/${projectId}`, {
      file: { filename: 'list.csv', base64: Buffer.from('RID\none\ntwo\nnobody\n').toString('base64') },
      mode: 'REJECT_LIST',
      note: 'October',
    }),
  )
  const undo = await store(await ask('POST', '/v1/reconciliation/preview', { pm_proj_ud: projectId, undo_of: first }))
  const facts = { pm_proj_ud: projectId, by: 'Ada Byron', stored_at: expect.any(String), changes: 2 }
  expect(await told(2)).toEqual([
    [
      'reconciliation.stored',
      {
        ...facts,
        reconciliation_ud: first,
        number: 1,
        kind: 'file',
        mode: 'REJECT_LIST',
        undoes: null,
        file: 'list.csv',
        note: 'October',
        rows: 3,
        outcomes: { applied_reject: 2, unknown_id: 1 },
      },
    ],
    [
      'reconciliation.stored',
      {
        ...facts,
        reconciliation_ud: undo,
        number: 2,
        kind: 'undo',
        mode: 'REJECT_LIST',
        undoes: first,
        file: null,
        note: '',
        rows: 2,
        outcomes: { applied_accept: 2 },
      },
    ],
  ])
})

test('the endpoint of a supplier gets its own rows alone, by its own ids, signed, and others get none of them (settlement.md §2)', async () => {
  const { study, otherSupplierId: other, ask, told } = await stand('supplier.outcomes', true)
  const { accountId, supplierId: mine, projectId, sourceIds } = study
  const place = { accountId, sourceId: sourceIds[0] ?? 0 }
  const { database } = platform()
  const rids = Array.from({ length: 1_001 }, (_, at) => `mine-${at}`)
  const endedAtMs = Date.now() - 60_000
  const made = await makeRespondents(database, { ...place, supplierId: mine }, rids, { endedAtMs })
  await makeRespondents(database, { ...place, supplierId: other }, ['theirs'])
  const store = async (form: object) => {
    const preview = await ask('POST', '/v1/reconciliation/preview', { pm_proj_ud: projectId, ...form })
    const { request, digest } = preview.body
    const stored = await ask('POST', '/v1/reconciliation/store', {
      reconciliation_ud: request.reconciliation_ud,
      digest,
      project_number: 'AC-1',
    })
    expect(stored.status).toBe(200)
    return request.reconciliation_ud
  }
  const text = [...rids, 'theirs'].map(rid => `${rid},930`).join('\n')
  const request = await store({ text, note: 'Secret of the client', purchase_order: 'PO 9' })
  // what it says of another supplier alone is no message
  await store({ undo_of: request, undo_of_supplier: other })
  const messages = await told(2)
  const month = monthAt(endedAtMs)
  const common = {
    reconciliation_ud: request,
    pm_proj_ud: projectId,
    pm_sup_ud: mine,
    undoes: null,
    stored_at: expect.any(String),
  }
  const rowNo = (at: number) => ({
    rid: rids[at],
    rdud: made[at]?.rdud,
    outcome: 'applied_reject',
    reason_code: 930,
    complete_month: month,
    adjustment_month: month,
  })
  expect(messages).toEqual([
    ['supplier.outcomes', { ...common, part: 1, is_last: false, rows: rids.slice(0, 1_000).map((_, at) => rowNo(at)) }],
    ['supplier.outcomes', { ...common, part: 2, is_last: true, rows: [rowNo(1_000)] }],
  ])
})

test('a supplier’s endpoint is asked for nothing else, and outcomes of suppliers go to no other endpoint', async () => {
  const { ask, study } = await stand('supplier.outcomes', true)
  const foreign = await new StudyMaker(platform().database).study()
  const make = async (kinds: readonly string[], filter: object) => {
    const { status, body } = await ask('POST', '/v1/webhooks', {
      description: 'Panel',
      url: 'https://panel.example/hook',
      kinds,
      is_on: true,
      ...filter,
      confirmation: { present_password: TEST_PASSWORD },
    })
    return [status, ...(body.details ?? []).map(({ path }: { path: string[] }) => path[0])]
  }
  const ofSupplier = { filter_scope: 'supplier', filter_id: study.supplierId }
  expect([
    await make(['supplier.outcomes'], {}),
    await make(['supplier.outcomes', 'reconciliation.stored'], ofSupplier),
    await make(['reconciliation.stored'], ofSupplier),
    await make(['supplier.outcomes'], { filter_scope: 'project', filter_id: study.projectId }),
    await make(['supplier.outcomes'], { filter_scope: 'supplier', filter_id: foreign.supplierId }),
    await make(['supplier.outcomes'], ofSupplier),
  ]).toEqual([[422, 'kinds'], [422, 'kinds'], [422, 'kinds'], [422, 'kinds'], [422, 'filter_id'], [200]])
})

test('endpoints are notified of a new document of a project and of its next version', async () => {
  const { study, token, told } = await stand('document.added')
  const { projectId } = study
  const send = async (content: string, fields: Readonly<Record<string, string>>) => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    form.append('file', new Blob([content]), 'brief.txt')
    const response = await fetch(`${platform().url}/v1/project/${projectId}/project-documents`, {
      method: 'POST',
      headers: { 'X-Requested-With': 'test', Authorization: `Bearer ${token}` },
      body: form,
    })
    expect(response.status).toBe(200)
    return ((await response.json()) as { document_ud: number }).document_ud // the answer of api:F1
  }
  const id = await send('Hello', { name: 'Brief', kind: 'brief' })
  await send('Hello again', { document_ud: String(id) })
  const added = (version: number, content: string) => [
    'document.added',
    {
      document_ud: id,
      pm_proj_ud: projectId,
      name: 'Brief',
      kind: 'brief',
      note: null,
      version,
      file: {
        filename: 'brief.txt',
        size_bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
        media_type: 'text/plain',
      },
      by: 'Ada Byron',
      at: expect.any(String),
    },
  ]
  expect(await told(2)).toEqual([added(1, 'Hello'), added(2, 'Hello again')])
})

test('endpoints are notified that a month’s statements are closed, without their amounts', async () => {
  const { study, ask, told } = await stand('statement.closed')
  const { accountId, supplierId, sourceIds } = study
  const { month, middleMs: endedAtMs } = lastMonth()
  const place = { accountId, sourceId: sourceIds[0] ?? 0, supplierId }
  await makeRespondents(platform().database, place, ['one'], { endedAtMs })
  expect((await ask('POST', `/v1/statements/${month}/close`)).status).toBe(200)
  expect(await told(1)).toEqual([
    ['statement.closed', { month, statements: 1, by: 'Ada Byron', closed_at: expect.any(String) }],
  ])
})
