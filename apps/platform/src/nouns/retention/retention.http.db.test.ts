import { beforeAll, expect, test } from 'vitest'
import { createLedger } from '#ledger/batches/ledger'
import { back, entry, sent } from '#ledger/testing/operations'
import { verifyLedger } from '#ledger/verify/verify-ledger'
import { sweepJournals } from '#journals/journal-sweep'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Stage } from '#testing/stage'
import { sweepRetention } from './sweep-retention.ts'

const platform = usePlatform()
const DAY_MS = 86_400_000
const PATH = '/v1/privacy/retention'
const DAYS = { marks_days: 90, identities_days: 396, journals_days: 30 }
let on: Stage
beforeAll(async () => void (on = await stage(platform())))

const select = async <Row>(text: string, values: readonly unknown[]): Promise<Row[]> =>
  // rows of the columns that the text names
  platform().database.asSystem(async tx => (await tx.client.query(text, [...values])).rows as Row[])

/** A study of its own, whose respondents enter now with an address, a fingerprint and answers; sweeps come later. */
async function desk() {
  const { database } = platform()
  const { accountId, sourceIds } = await on.make.study({ accountId: await on.make.account() })
  const [sourceId = 0] = sourceIds
  const admin = await askAs(platform(), on.make, { accountId, roleId: 1 })
  const startMs = Date.now()
  const ledger = createLedger(database, { nowMs: () => startMs })
  const rids = async (where: string) =>
    (
      await select<{ rid: string }>(
        `select distinct r.rid from respondent r join respondent_event e using (account_id, rdud) where r.account_id = $1 and ${where} order by 1`,
        [accountId],
      )
    ).map(({ rid }) => rid)
  return {
    accountId,
    admin,
    startMs,
    async enter(rid: string, isComplete = false) {
      const { hex } = sent(
        await ledger.enter(accountId, entry(sourceId, rid, { address: '198.51.100.7', fingerprint: `f-${rid}` })),
      )
      await select(`update respondent_event set answers = '{"age": 33}' where account_id = $1 and rdud = $2`, [
        accountId,
        hex,
      ])
      if (isComplete) await ledger.return(accountId, back(hex, '1000'))
    },
    marked: () => rids('(r.address is not null or r.fingerprint is not null)'),
    ids: () => rids('true'),
    answering: () => rids('e.answers is not null'),
    read: async () => (await admin('GET', PATH)).body,
    sweep: (daysLater: number) =>
      sweepRetention({
        database,
        nowMs: () => startMs + daysLater * DAY_MS,
        mailFolder: '/nowhere',
        journalDays: 30,
        page: 2,
      }),
  }
}

test('addresses, fingerprints, supplier IDs and answers end with their periods, page by page; the ledger stays whole (docs/decisions/0115)', async () => {
  const { enter, sweep, marked, answering, ids, read, startMs, accountId } = await desk()
  for (const rid of ['a', 'b', 'c']) await enter(rid)
  await sweep(89)
  expect(await marked()).toEqual(['a', 'b', 'c'])
  await sweep(91)
  expect([await marked(), await answering()]).toEqual([[], ['a', 'b', 'c']])
  await sweep(397)
  expect([await answering(), (await ids()).every(rid => rid.startsWith('erased '))]).toEqual([[], true])
  const [swept] = await select('select swept_at, marks, identities from retention_sweep where account_id = $1', [
    accountId,
  ])
  expect([swept, (await read()).next]).toEqual([
    { swept_at: new Date(startMs + 397 * DAY_MS), marks: 0, identities: 3 },
    { marks: 0, identities: 0, journals: 0 },
  ])
  expect(await verifyLedger(platform().database)).toEqual([])
})

test('a complete is due after its window, behind others that came later (docs/decisions/0115)', async () => {
  const { enter, sweep, marked } = await desk()
  await enter('paid', true)
  await enter('screened')
  await sweep(91)
  expect(await marked()).toEqual(['paid'])
  // no window is open for longer than 59 days
  await sweep(91 + 59)
  expect(await marked()).toEqual([])
})

test('a shorter period acts by the next sweep (docs/decisions/0115)', async () => {
  const { enter, sweep, marked, admin, accountId } = await desk()
  await enter('a')
  await sweep(31)
  expect(await marked()).toEqual(['a'])
  expect((await admin('PUT', PATH, { ...DAYS, marks_days: 30, version: 0 })).body).toMatchObject({
    marks_days: 30,
    version: 1,
  })
  await sweep(32)
  expect(await marked()).toEqual([])
  expect(
    await select('select act, scope, object_id from audit_entry where account_id = $1 and act = $2', [
      accountId,
      'edited',
    ]),
  ).toEqual([{ act: 'edited', scope: 'account', object_id: accountId }])
})

test('under a longer period nothing is cleared early (docs/decisions/0115)', async () => {
  const { enter, sweep, marked, admin } = await desk()
  await enter('a')
  await admin('PUT', PATH, { ...DAYS, marks_days: 120, version: 0 })
  await sweep(119)
  expect(await marked()).toEqual(['a'])
  await sweep(121)
  expect(await marked()).toEqual([])
})

test('an account is swept once a day (docs/decisions/0115)', async () => {
  const { enter, sweep, marked } = await desk()
  await sweep(90.9)
  await enter('a')
  await sweep(91.5)
  expect(await marked()).toEqual(['a'])
  await sweep(92)
  expect(await marked()).toEqual([])
})

test('the screen counts what the next sweep clears, and exclusions that look back further (docs/decisions/0115)', async () => {
  const { enter, read, accountId } = await desk()
  await enter('a')
  expect(await read()).toEqual({
    ...DAYS,
    version: 0,
    next: { marks: 0, identities: 0, journals: 0 },
    last: null,
    exclusions_beyond: 0,
  })
  await select(
    `update respondent set rdud = '00000000-0000-7000-8000-000000000001', entered_at = now() - interval '100 days' where account_id = $1`,
    [accountId],
  )
  await select(
    `insert into source_exclusion (account_id, source_id, project_ids, states, look_back_days, version) select account_id, source_id, array[1], 'completes', 365, 1 from source where account_id = $1 limit 1`,
    [accountId],
  )
  expect(await read()).toMatchObject({ next: { marks: 1, identities: 1 }, exclusions_beyond: 1 })
})

test('journals follow the account’s own period (docs/decisions/0115)', async () => {
  const { accountId, admin, startMs } = await desk()
  const { userId } = await on.make.user({ accountId })
  await select(
    `insert into journal (account_id, user_id, journal_id, sent_as, build, first_at, last_at, first_entry_ms, last_entry_ms, checkpoint, checkpoint_seq, contiguous_seq, highest_seq)
     values ($1, $2, gen_random_uuid(), gen_random_uuid(), 'b', $3, $3, 0, 0, '{}', 0, 0, 0)`,
    [accountId, userId, new Date(startMs - 10 * DAY_MS)],
  )
  const ports = { database: platform().database, nowMs: () => startMs, days: 30 }
  expect(await sweepJournals(ports)).toBe(0)
  expect((await admin('PUT', PATH, { ...DAYS, journals_days: 7, version: 0 })).body.next.journals).toBe(1)
  expect(await sweepJournals(ports)).toBe(1)
})

test('a period outside of its bounds is refused with the reason, a stale edit with the stored periods', async () => {
  const { admin } = await desk()
  const put = (change: object) => admin('PUT', PATH, { ...DAYS, version: 0, ...change })
  expect([
    (await put({ marks_days: 29 })).body.details[0].message,
    (await put({ identities_days: 92 })).body.details[0].message,
    (await put({ journals_days: 0 })).status,
    (await put({ marks_days: 120 })).status,
  ]).toEqual([
    'A rule may look back 720 hours, so that they are needed for 30 days',
    'Completes are reconciled and disputed by them, so that they are needed for 93 days',
    422,
    200,
  ])
  const stale = await put({ marks_days: 180 })
  expect([stale.status, stale.body.current.marks_days]).toEqual([409, 120])
  expect([(await on.plain('GET', PATH)).status, (await on.plain('PUT', PATH, { ...DAYS, version: 0 })).status]).toEqual(
    [403, 403],
  )
})
