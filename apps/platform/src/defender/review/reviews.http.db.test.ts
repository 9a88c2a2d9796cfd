import { beforeAll, expect, test } from 'vitest'
import { createLedger } from '#ledger/batches/ledger'
import { formatRdud } from '#ledger/facts/rdud'
import { back, entry, sent } from '#ledger/testing/operations'
import { makeStudy, type Study } from '#ledger/testing/study'
import { usePlatform, type Answer } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

interface Bench {
  readonly study: Study
  readonly first: Ask
  readonly second: Ask
  /** Completes; those from elsewhere are flagged. */
  readonly complete: (rid: string, country: string, inboundCode?: string) => Promise<string>
}

async function bench(): Promise<Bench> {
  const accountId = await on.make.account()
  const { database } = platform()
  const study = await database.asSystem(tx =>
    makeStudy(tx, { accountId, country: 'US', defender: [{ rule: 'country', mode: 'shadow' }] }),
  )
  const ledger = createLedger(database)
  return {
    study,
    first: await askAs(platform(), on.make, { accountId, roleId: 1, firstname: 'Ada' }),
    second: await askAs(platform(), on.make, { accountId, roleId: 1, firstname: 'Grace', lastname: 'Hopper' }),
    async complete(rid, country, inboundCode = '1000') {
      const { sourceId, supplierId } = study
      const { hex } = sent(await ledger.enter(accountId, entry(sourceId, rid, { supplierId, country })))
      await ledger.return(accountId, back(hex, inboundCode))
      return formatRdud(accountId, hex)
    },
  }
}

const queue = async (ask: Ask, query = '') => (await ask('GET', `/v1/defender/review?${query}`)).body
const rids = ({ rows }: Answer['body']): string[] => rows.map(({ rid }: Answer['body']) => rid)
const decide = (ask: Ask, ...decisions: object[]) => ask('POST', '/v1/defender/review', { decisions })

test('flagged completes wait until a user decides; two who agree, and disagree, are shown; each change has its history, and can be undone (§2.27)', async () => {
  const { first, second, complete } = await bench()
  const one = await complete('one', 'CA')
  const two = await complete('two', 'CA')
  await complete('fair', 'US')
  await complete('term', 'CA', '2000')
  const pending = await queue(first)
  expect(rids(pending)).toEqual(['two', 'one'])
  expect(pending.rows[1]).toMatchObject({
    rdud: one,
    code: 30,
    project_name: 'Project',
    survey_name: 'Survey',
    supplier: 'Panel',
    verdicts: [{ rule: 'country', refused: false, threshold: 'US', value: 'CA', at_return: false }],
    decisions: [],
    state: 'pending',
  })
  const confirmed = await decide(first, { rdud: one, decision: 'confirmed' })
  expect([confirmed.status, confirmed.body.rows[0].state]).toEqual([200, 'confirmed'])
  expect(rids(await queue(first))).toEqual(['two'])
  const disputed = await decide(second, { rdud: one, decision: 'dismissed' }, { rdud: two, decision: 'dismissed' })
  expect(disputed.body.rows.map(({ state }: Answer['body']) => state).toSorted()).toEqual(['dismissed', 'disputed'])
  expect(rids(await queue(first, 'state=disputed'))).toEqual(['one'])
  await decide(second, { rdud: one, decision: 'confirmed', reason_code: 936 })
  const both = await queue(first, 'state=confirmed')
  expect([
    both.agreement,
    both.rows[0].decisions.map(({ by, reason_code: code }: Answer['body']) => [by, code]),
  ]).toEqual([
    { reviewed_twice: 1, agreed: 1 },
    [
      ['Ada Byron', 930],
      ['Grace Hopper', 936],
    ],
  ])
  await decide(second, { rdud: two, decision: null })
  expect(rids(await queue(first))).toEqual(['two'])
  const { changes } = (await first('GET', `/v1/defender/review/history?rdud=${two}`)).body
  expect(changes.map(({ by, decision }: Answer['body']) => [by, decision])).toEqual([
    ['Grace Hopper', null],
    ['Grace Hopper', 'dismissed'],
  ])
  // a repeat changes nothing
  await decide(second, { rdud: one, decision: 'confirmed', reason_code: 936 })
  expect((await first('GET', `/v1/defender/review/history?rdud=${one}`)).body.changes).toHaveLength(3)
})

test('any id that is no flagged complete of the account refuses the whole; a rejected one has nothing left to decide (§2.27)', async () => {
  const { first, complete, study } = await bench()
  const flagged = await complete('flagged', 'CA')
  const fair = await complete('fair', 'US')
  expect([
    (await decide(first, { rdud: flagged, decision: 'confirmed' }, { rdud: fair, decision: 'confirmed' })).status,
    (await decide(first, { rdud: 'nobody', decision: 'confirmed' })).status,
    (await decide(on.otherAccount, { rdud: flagged, decision: 'confirmed' })).status,
    (await on.otherAccount('GET', `/v1/defender/review/history?rdud=${flagged}`)).status,
    (await decide(on.plain, { rdud: flagged, decision: 'confirmed' })).status,
    (await decide(first)).status,
    rids(await queue(first)),
    rids(await queue(on.otherAccount)),
  ]).toEqual([404, 404, 404, 404, 403, 422, ['flagged'], []])
  const preview = await first('POST', '/v1/reconciliation/preview', {
    pm_proj_ud: study.projectId,
    rduds: [flagged],
    reason_code: 930,
  })
  await first('POST', '/v1/reconciliation/store', {
    reconciliation_ud: preview.body.request.reconciliation_ud,
    digest: preview.body.digest,
    project_number: 'P-1',
  })
  const late = await decide(first, { rdud: flagged, decision: 'confirmed' })
  expect([late.status, late.body.reason, rids(await queue(first))]).toEqual([409, 'already_rejected', []])
})

test('pages follow each other without a gap, by rule and project', async () => {
  const { first, complete, study } = await bench()
  for (let at = 0; at < 5; at++) await complete(`r${at}`, 'CA')
  const page = await queue(first, 'limit=2')
  const next = await queue(first, `limit=2&after=${page.next}`)
  const last = await queue(first, `limit=2&after=${next.next}`)
  expect([rids(page), rids(next), rids(last), last.next]).toEqual([['r4', 'r3'], ['r2', 'r1'], ['r0'], null])
  expect([
    rids(await queue(first, 'rule=speeder')),
    rids(await queue(first, `rule=country&project=${study.projectId}`)).length,
    rids(await queue(first, 'project=999999')),
  ]).toEqual([[], 5, []])
})

test('a decision sent ten times at once under one Idempotency-Key is made once; the key is for that request alone (I6)', async () => {
  const { first, complete } = await bench()
  const rdud = await complete('once', 'CA')
  const key = { 'idempotency-key': 'decide once' }
  const send = (decision: string) => first('POST', '/v1/defender/review', { decisions: [{ rdud, decision }] }, key)
  const answers = await Promise.all(Array.from({ length: 10 }, () => send('confirmed')))
  const { changes } = (await first('GET', `/v1/defender/review/history?rdud=${rdud}`)).body
  const reused = await send('dismissed')
  expect([
    answers.map(({ status }) => status),
    changes.map(({ decision }: Answer['body']) => decision),
    [reused.status, reused.body.reason],
  ]).toEqual([Array.from({ length: 10 }, () => 200), ['confirmed'], [409, 'idempotency_key_reused']])
})
