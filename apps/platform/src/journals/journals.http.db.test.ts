import { replay, type Checkpoint } from '@desk/machines/journal/fold'
import { MACHINES } from '@desk/machines/registry'
import { start, stateOf, step } from '@desk/machines/runtime/step'
import type { SessionEvent } from '@desk/machines/session/session.events'
import type { JournalSummary } from '@desk/schema/journal/journal-view'
import { MENU_MOST_CHOICES } from '@desk/schema/journal/open-menu'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts'
import { usePlatform } from '#testing/platform'
import { appendBatch } from './append-batch.ts'
import { BATCHES_A_MINUTE } from './journal-limits.ts'
import { sweepJournals } from './journal-sweep.ts'
import { LIFE, lived, STAFF, SUPER, UNA, useLivedJournals } from './testing/lived-journals.ts'

const platform = usePlatform()
const { as, send, kept, read } = useLivedJournals(platform)
const { machine, version } = MACHINES.session

describe('appending to a journal', () => {
  test('the sent entries come back, and replay to the recorded fingerprints', async () => {
    const journal = await kept()
    const { from, entries, gaps, next_after, journal: summary } = await read(journal)
    expect({ from, entries, gaps, next_after }).toEqual({
      from: { seq: 0, states: {}, versions: {} },
      entries: lived(LIFE).map(entry => ({ session: journal, ...entry })),
      gaps: [],
      next_after: null,
    })
    expect(replay(entries, from as Checkpoint).kind).toBe('equal')
    expect(summary).toEqual({
      journal,
      pm_dsh_ud: DEMO_ACCOUNTS.acme,
      dashboard_name: 'Acme Research',
      uid: 4,
      username: UNA,
      firstname: 'Una',
      lastname: 'Ortiz',
      build: 'b1',
      first_at: expect.stringMatching(/Z$/),
      last_at: expect.stringMatching(/Z$/),
      duration_seconds: 4,
      entries: 5,
      errors: 1,
      has_gaps: false,
    })
  })

  test('a repeated batch is no error and is stored once; the answer says what the server has', async () => {
    const [journal, all] = [randomUUID(), lived(LIFE)]
    const answers = [
      await send(UNA, journal, all.slice(0, 2)),
      await send(UNA, journal, all.slice(0, 3)),
      await send(UNA, journal, all.slice(1)),
    ].map(({ body }) => body)
    expect(answers).toEqual([
      { contiguous_seq: 2, highest_seq: 2 },
      { contiguous_seq: 3, highest_seq: 3 },
      { contiguous_seq: 5, highest_seq: 5 },
    ])
    const { entries, journal: summary } = await read(journal)
    expect([entries.map(({ seq }) => seq), summary.entries, summary.errors]).toEqual([[1, 2, 3, 4, 5], 5, 1])
  })

  test('an error that one machine passes on to another is counted once, and is found by the words of both', async () => {
    const at = (
      seq: number,
      name: 'user-dialog' | 'app' | 'form' | 'account-switch',
      instance: string,
      event: object,
    ) => ({
      seq,
      atMs: seq,
      machine: `${name}${instance}`,
      version: MACHINES[name].version,
      event,
      fingerprint: '0'.repeat(16),
    })
    const [read1, read2] = [`No answer ${randomUUID()}`, `Try again ${randomUUID()}`]
    const journal = randomUUID()
    await send(UNA, journal, [
      at(1, 'user-dialog', '/1', { type: 'user.saveFailed', callNo: 1, details: [], why: read1 }),
      at(2, 'app', '', { type: 'userForm.answered', isSaved: false, message: read2, details: [] }),
      at(3, 'form', '/1', { type: 'form.refused', attemptNo: 1, message: read2, details: [] }),
      at(4, 'account-switch', '', { type: 'session.ended' }),
    ])
    const foundBy = async (words: string) =>
      ((await as(SUPER, 'GET', `/v1/journals?error=${encodeURIComponent(words)}`)).body as JournalSummary[]).filter(
        found => found.journal === journal,
      ).length
    expect([
      (await read(journal)).journal.errors,
      await foundBy(read1),
      await foundBy(read2),
      await foundBy('session.ended'),
    ]).toEqual([1, 1, 1, 0])
  })

  test('an open menu is stored with its choices; of one beyond the limits, only the name is', async () => {
    const menu = {
      label: 'Export',
      heading: null,
      choices: [{ choice: 'CSV', note: null, look: 'plain' }],
      placement: 'bottom end',
      button: { xPx: 900, yPx: 120, widthPx: 80, heightPx: 32 },
    } as const
    const opened = [
      { type: 'menu.opened', menu: { ...menu, secret: 'x' } },
      { type: 'menu.opened', menu: { ...menu, choices: Array(MENU_MOST_CHOICES + 1).fill(menu.choices[0]) } },
    ]
    const journal = randomUUID()
    await send(
      UNA,
      journal,
      opened.map((event, index) => ({
        seq: index + 1,
        atMs: index,
        machine: 'menu',
        version: MACHINES.menu.version,
        event,
        fingerprint: '0'.repeat(16),
      })),
    )
    expect((await read(journal)).entries.map(({ event }) => event)).toEqual([
      { type: 'menu.opened', menu },
      { type: 'menu.opened' },
    ])
  })

  test('a gap is stored and reported, and closes when the missing entries come', async () => {
    const [journal, all] = [randomUUID(), lived(LIFE)]
    expect((await send(UNA, journal, [all[0], all[3]])).body).toEqual({ contiguous_seq: 1, highest_seq: 4 })
    const { gaps, journal: summary } = await read(journal)
    expect([gaps, summary.has_gaps]).toEqual([[{ from: 2, to: 3 }], true])
    expect((await send(UNA, journal, all.slice(1, 3))).body).toEqual({ contiguous_seq: 4, highest_seq: 4 })
    expect([(await read(journal)).gaps, (await read(journal)).journal.has_gaps]).toEqual([[], false])
  })

  test('concurrent batches in any order are each stored once', async () => {
    const [journal, all] = [randomUUID(), lived(LIFE)]
    const statuses = await Promise.all(
      [...all, ...all].reverse().map(async entry => (await send(UNA, journal, [entry])).status),
    )
    expect([new Set(statuses), (await read(journal)).entries.map(({ seq }) => seq)]).toEqual([
      new Set([200]),
      [1, 2, 3, 4, 5],
    ])
  })

  test('belongs to its user and account: the same id from another user is another journal, which support opens by another id', async () => {
    const journal = await kept()
    expect((await send('admin@acme.example', journal, lived(LIFE.slice(0, 1)))).body).toEqual({
      contiguous_seq: 1,
      highest_seq: 1,
    })
    expect((await send('admin@beta.example', journal, lived(LIFE.slice(0, 1)))).body).toEqual({
      contiguous_seq: 1,
      highest_seq: 1,
    })
    const { entries, journal: summary } = await read(journal)
    expect([entries.length, summary.username]).toEqual([5, UNA])
    // it gets an id of its own and grows under it; its sender gets the same answer as for a free id
    expect((await send('admin@beta.example', journal, lived(LIFE).slice(1, 2))).body).toEqual({
      contiguous_seq: 2,
      highest_seq: 2,
    })
    const [others] = (await as(SUPER, 'GET', `/v1/journals?user=admin@beta&limit=1`)).body as JournalSummary[]
    const opened = await read(others!.journal)
    expect([
      others!.journal === journal,
      opened.journal.username,
      opened.entries.length,
      (await read(journal)).entries.length,
    ]).toEqual([false, 'admin@beta.example', 2, 5])
  })

  test('fields that an event’s schema lacks or marks secret are not stored, and of an unknown event only its name (S4)', async () => {
    const CANARY = 'canary-typed-9f3b'
    const journal = randomUUID()
    const [first] = lived(LIFE)
    const spoiled = [
      { ...first, event: { ...first!.event, password: CANARY, deep: { token: [CANARY] } } },
      { ...first, seq: 2, event: { type: 'location.changed', path: `/reset-password/${CANARY}` } },
      { ...first, seq: 3, event: { type: 'nobody.knows', password: CANARY } },
      { ...first, seq: 4, machine: 'nobody', event: { type: CANARY } },
    ]
    const from = {
      seq: 0,
      states: {
        session: { value: 'starting', context: { password: CANARY } },
        sidebar: { value: 'open', context: { isNarrow: false, note: { password: CANARY } } },
        nobody: { value: CANARY, context: {} },
      },
      versions: { session: version, sidebar: MACHINES.sidebar.version, nobody: version },
    }
    expect((await send(UNA, journal, spoiled, { from, token: CANARY })).status).toBe(200)
    const page = await read(journal)
    expect([page.from, page.entries.map(({ event }) => event)]).toEqual([
      { seq: 0, states: {}, versions: {} },
      [LIFE[0], { type: 'location.changed', path: '/reset-password/*' }, { type: 'nobody.knows' }, { type: 'unknown' }],
    ])
    const tables = await platform().database.readAsSystem(async tx => {
      const { rows } = await sql<{
        text: string
      }>`select (select string_agg(j::text, '') from journal j) || (select string_agg(e::text, '') from journal_entry e) as text`.execute(
        tx,
      )
      return rows[0]!.text
    })
    expect(tables.includes(CANARY)).toBe(false)
  })

  test('states that the page had when the journal began stay, and replaying goes on from them', async () => {
    const before = step(machine, start(machine).snapshot, LIFE[0]!).snapshot
    const [, second] = lived(LIFE)
    const journal = randomUUID()
    const from = { seq: 0, states: { session: stateOf(before) }, versions: { session: version } }
    expect((await send(UNA, journal, [{ ...second, seq: 1 }], { from })).body).toEqual({
      contiguous_seq: 1,
      highest_seq: 1,
    })
    const page = await read(journal)
    expect([page.from, replay(page.entries, page.from as Checkpoint).kind]).toEqual([from, 'equal'])
  })

  test('half a surrogate pair that a user typed comes back as it was', async () => {
    const event = { type: 'signIn.refused', attemptId: 'a1', message: 'half \ud83d', retryAfterMs: null } as const
    const journal = await kept([event])
    expect((await read(journal)).entries[0]!.event).toEqual(event)
  })

  test('a browser whose clock is an hour off, or jumps, changes neither the order nor when support finds it (F10)', async () => {
    const journal = randomUUID()
    const HOUR_MS = 3_600_000
    const offMs = [HOUR_MS, HOUR_MS + 1_000, -HOUR_MS, -HOUR_MS + 1_000, -HOUR_MS + 2_000]
    const jumping = lived(LIFE).map((entry, index) => ({ ...entry, atMs: Date.now() + offMs[index]! }))
    await send(UNA, journal, jumping)
    const page = await read(journal)
    const now = Date.now()
    expect([page.entries.map(({ seq }) => seq), replay(page.entries, page.from as Checkpoint).kind]).toEqual([
      [1, 2, 3, 4, 5],
      'equal',
    ])
    expect([page.journal.first_at, page.journal.last_at].map(at => Math.abs(Date.parse(at) - now) < 60_000)).toEqual([
      true,
      true,
    ])
    const { body } = await as(
      STAFF,
      'GET',
      `/v1/journals?from=${new Date(now - 60_000).toISOString()}&to=${new Date(now + 60_000).toISOString()}`,
    )
    expect(body.map((found: JournalSummary) => found.journal)).toContain(journal)
  })

  test('is refused beyond the size of a batch, and with Retry-After beyond the rate', async () => {
    const [first] = lived(LIFE)
    const large = { ...first, event: { type: 'location.changed', path: `/${'x'.repeat(600_000)}` } }
    const { status, body } = await send(UNA, randomUUID(), [large])
    expect([status, body.details[0].path]).toEqual([422, ['entries']])
    const answers = await Promise.all(
      Array.from({ length: BATCHES_A_MINUTE + 5 }, () => send('admin@shield.example', randomUUID(), [first])),
    )
    const refused = answers.filter(answer => answer.status === 429)
    expect([refused.length, answers.length - refused.length]).toEqual([5, BATCHES_A_MINUTE])
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('beyond the bound the oldest entries are folded into the checkpoint, from which the rest replays (law 1)', async () => {
    const events: SessionEvent[] = Array.from({ length: 120 }, (_, no) =>
      no === 0 ? LIFE[0]! : { type: 'location.changed', path: `/projects/${no}` },
    )
    const all = lived(events)
    const journalId = randomUUID()
    for (let at = 0; at < all.length; at += 30) {
      const batch = { build: 'b1', entries: all.slice(at, at + 30) }
      await platform().database.asAccount(DEMO_ACCOUNTS.acme, tx =>
        appendBatch(tx, {
          accountId: DEMO_ACCOUNTS.acme,
          userId: 4,
          journalId,
          batch,
          at: new Date(),
          limits: { maxEntries: 50, maxBytes: 1e9 },
        }),
      )
    }
    const { from, entries, journal } = await read(journalId)
    expect([
      from!.seq + entries.length,
      entries.length <= 50,
      entries.length > 10,
      journal.entries,
      journal.has_gaps,
    ]).toEqual([120, true, true, 120, false])
    expect(replay(entries, from as Checkpoint)).toMatchObject({ kind: 'equal', checkpoint: { seq: 120 } })
    // entries that the checkpoint already has are not taken again
    expect((await send(UNA, journalId, all.slice(0, 5))).body).toEqual({ contiguous_seq: 120, highest_seq: 120 })
    expect((await read(journalId)).entries.length).toBe(entries.length)
  })
})

test('journals are deleted JOURNAL_DAYS after their last entry with all their data; others stay', async () => {
  const [old, young] = [await kept(), await kept()]
  await as(STAFF, 'GET', `/v1/journals/${old}`)
  await as(STAFF, 'POST', `/v1/journals/${old}/links`, {})
  const days = 30
  const nowMs = Date.now()
  await platform().database.asSystem(tx =>
    sql`update journal set last_at = ${new Date(nowMs - days * 86_400_000 - 1_000)} where journal_id = ${old}`.execute(
      tx,
    ),
  )
  expect(await sweepJournals({ database: platform().database, nowMs: () => nowMs, days })).toBe(1)
  const statuses = [
    (await as(STAFF, 'GET', `/v1/journals/${old}`)).status,
    (await as(STAFF, 'GET', `/v1/journals/${young}`)).status,
  ]
  const orphans = await platform().database.readAsSystem(async tx => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (select account_id, journal_no from journal_entry union select account_id, journal_no from journal_look union select account_id, journal_no from journal_link) part
      where not exists (select from journal j where j.account_id = part.account_id and j.journal_no = part.journal_no)`.execute(
      tx,
    )
    return rows[0]!.count
  })
  expect([statuses, orphans]).toEqual([[404, 200], 0])
})

test('no transaction of an account sees another account’s journals, not even when it asks for them (S1)', async () => {
  await kept()
  const seen = await platform().database.readAsAccount(DEMO_ACCOUNTS.beta, async tx => {
    const { rows } = await sql<{
      accounts: number[]
    }>`select coalesce(array_agg(distinct account_id), '{}') as accounts from journal_entry`.execute(tx)
    return rows[0]!.accounts
  })
  expect(seen.filter(account => account !== DEMO_ACCOUNTS.beta)).toEqual([])
})
