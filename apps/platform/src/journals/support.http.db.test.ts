import { MACHINES } from '@desk/machines/registry'
import { start, stateOf, step } from '@desk/machines/runtime/step'
import type { SessionEvent } from '@desk/machines/session/session.events'
import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { JournalPage, JournalSummary } from '@desk/schema/journal/journal-view'
import type { JournalEntry } from '@desk/schema/journal/entry'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DEMO_ACCOUNTS, DEMO_USERS } from '#demo/demo-accounts'
import { usePlatform } from '#testing/platform'
import { appendBatch } from './append-batch.ts'
import { LIFE, lived, STAFF, SUPER, UNA, useLivedJournals } from './testing/lived-journals.ts'

const platform = usePlatform()
const { as, send, kept, read } = useLivedJournals(platform)
const { machine, version } = MACHINES.session

describe('support', () => {
  const find = async (query: string, username = STAFF): Promise<string[]> =>
    (await as(username, 'GET', `/v1/journals?${query}`)).body.map((found: JournalSummary) => found.journal)

  test('finds a session by the user’s name, username, account, a route, an error’s text and time', async () => {
    const journal = await kept()
    const other = await kept([{ type: 'app.started', hasToken: true, path: '/reports' }], 'admin@beta.example')
    const found = await Promise.all(
      [
        'user=ortiz',
        'user=USER%40acme',
        'account=11',
        'route=%2F77%2F',
        'error=you%20100%25',
        `from=${new Date(Date.now() - 60_000).toISOString()}`,
        'user=una%20ortiz&route=projects&error=nobody',
      ].map(query => find(query)),
    )
    expect(found.map(each => each.includes(journal))).toEqual([true, true, true, true, true, true, true])
    expect(found.map(each => each.includes(other))).toEqual([false, false, false, false, false, true, false])
    const none = await Promise.all(
      [
        'user=%25',
        'route=_77_',
        'error=you%20100_',
        'account=999999',
        `from=${new Date(Date.now() + 60_000).toISOString()}`,
        `to=${new Date(Date.now() - 3_600_000).toISOString()}`,
      ].map(query => find(query)),
    )
    expect(none).toEqual([[], [], [], [], [], []])
    expect((await find('limit=1')).length).toBe(1)
  })

  test('is for staff admins and super admins: no one else searches, reads, links or sees viewings (domain.md §8, §6.11)', async () => {
    const journal = await kept()
    const calls = [
      ['GET', '/v1/journals'],
      ['GET', `/v1/journals/${journal}`],
      ['GET', `/v1/journals/${journal}/looks`],
      ['POST', `/v1/journals/${journal}/links`, {}],
      ['POST', '/v1/journal-links', { token: 'x' }],
    ] as const
    for (const { username } of DEMO_USERS) {
      const statuses = await Promise.all(
        calls.map(async ([method, path, body]) => (await as(username, method, path, body)).status),
      )
      expect([username, ...statuses]).toEqual([
        username,
        ...([STAFF, SUPER].includes(username) ? [200, 200, 200, 200, 404] : [403, 403, 403, 403, 403]),
      ])
    }
  })

  test('a staff admin sees their own accounts, a super admin all of them', async () => {
    const ofShield = await kept(LIFE, 'admin@shield.example').catch(() => null)
    // the limit test above may have used up this user's minute
    const journal = ofShield ?? randomUUID()
    await platform().database.asAccount(DEMO_ACCOUNTS.shield, tx =>
      appendBatch(tx, {
        accountId: DEMO_ACCOUNTS.shield,
        userId: 7,
        journalId: journal,
        batch: { build: 'b1', entries: lived(LIFE) },
        at: new Date(),
      }),
    )
    const statusOf = async (username: string) => (await as(username, 'GET', `/v1/journals/${journal}`)).status
    expect([await statusOf(STAFF), await statusOf(SUPER)]).toEqual([404, 200])
    expect([await find('account=13'), (await find('account=13', SUPER)).includes(journal)]).toEqual([[], true])
  })

  test('shows a staff admin no account in which they are a user (administration.md §1)', async () => {
    const journal = await kept()
    const statusOf = async () => (await as(STAFF, 'GET', `/v1/journals/${journal}`)).status
    const setRole = (roleId: number) =>
      platform().database.asSystem(tx =>
        sql`update user_account set role_id = ${roleId} where user_id = 2 and account_id = ${DEMO_ACCOUNTS.acme}`.execute(
          tx,
        ),
      )
    const asAdmin = await statusOf()
    await setRole(2)
    const asUser = [await statusOf(), await find('account=11')]
    await setRole(1)
    expect([asAdmin, asUser]).toEqual([200, [404, []]])
  })

  test('includes sessions of staff who work in an account without belonging to it', async () => {
    const journal = randomUUID()
    await platform().database.asAccount(DEMO_ACCOUNTS.acme, tx =>
      appendBatch(tx, {
        accountId: DEMO_ACCOUNTS.acme,
        userId: 1,
        journalId: journal,
        batch: { build: 'b1', entries: lived(LIFE) },
        at: new Date(),
      }),
    )
    const { username, pm_dsh_ud, entries } = (await read(journal)).journal
    expect({ username, pm_dsh_ud, entries }).toEqual({ username: SUPER, pm_dsh_ud: DEMO_ACCOUNTS.acme, entries: 5 })
  })

  test('a viewing is recorded once, however many pages were read', async () => {
    const journal = await kept()
    const pages = [
      await read(journal, '?limit=2', STAFF),
      await read(journal, '?after=2&limit=2', STAFF),
      await read(journal, '?after=4&limit=2', STAFF),
    ]
    expect(
      pages.map(({ from, entries, next_after }) => [from === null, entries.map(({ seq }) => seq), next_after]),
    ).toEqual([
      [false, [1, 2], 2],
      [true, [3, 4], 4],
      [true, [5], null],
    ])
    await as(SUPER, 'GET', `/v1/journals/${journal}?after=3`)
    const { body } = await as(STAFF, 'GET', `/v1/journals/${journal}/looks`)
    const look = { by_link: false, at: expect.stringMatching(/Z$/) }
    expect(body).toEqual([
      { uid: 1, username: SUPER, firstname: 'Sasha', lastname: 'Okafor', ...look },
      { uid: 2, username: STAFF, firstname: 'Tomas', lastname: 'Lindqvist', ...look },
    ])
  })

  test('names, addresses and searches are masked except for super admins, the same on every page, and without fingerprints; a super admin reads the original (domain.md §8)', async () => {
    const user = { ...SAMPLE_USER, firstname: 'Zoe', lastname: 'Byron', username: 'zoe.byron@acme.example' }
    const told: readonly SessionEvent[] = [
      { type: 'app.started', hasToken: true, path: '/admin/users?q=Zoe' },
      { type: 'session.confirmed', callNo: 1, user, switchFlag: false, loginParentDshUd: null },
      { type: 'session.confirmed', callNo: 1, user, switchFlag: false, loginParentDshUd: null },
    ]
    const [journal, all] = [randomUUID(), lived(told)]
    const from = {
      seq: 0,
      states: {
        session: stateOf(
          told
            .slice(0, 2)
            .reduce((snapshot, event) => step(machine, snapshot, event).snapshot, start(machine).snapshot),
        ),
      },
      versions: { session: version },
    }
    await send(UNA, journal, all, { from })
    const { token } = (await as(SUPER, 'POST', `/v1/journals/${journal}/links`, {})).body
    const byLink = (await as(STAFF, 'POST', '/v1/journal-links', { token })).body as JournalPage
    const masked = await read(journal, '', STAFF)
    const [second] = (await read(journal, '?after=2', STAFF)).entries
    expect(JSON.stringify([masked, byLink])).not.toMatch(/Zoe|Byron/i)
    const seen = (value: unknown): string[] =>
      [...JSON.stringify(value).matchAll(/"(?:firstname|lastname|username)":"([^"]*)"/g)].map(([, text]) =>
        (text ?? '').replace(/ ·[A-Za-z0-9]{3}$/, ' ·tag'),
      )
    expect([seen(masked.entries[1]), seen(masked.from)]).toEqual([
      ['Z••• ·tag', 'B••• ·tag', 'z••• ·tag'],
      ['Z••• ·tag', 'B••• ·tag', 'z••• ·tag'],
    ])
    expect([
      masked.is_masked,
      byLink.is_masked,
      masked.entries.map(({ fingerprint: left }) => left),
      second,
      byLink.entries,
    ]).toEqual([true, true, ['', '', ''], masked.entries[2], masked.entries])
    expect(masked.entries[2]?.event).toEqual(masked.entries[1]?.event)

    const open = await read(journal)
    expect({ is_masked: open.is_masked, from: open.from, entries: open.entries }).toEqual({
      is_masked: false,
      from,
      entries: all.map(entry => ({ session: journal, ...entry })),
    })
  })

  test('a link opens one journal for support until it expires, also of an account that the viewer is not in; its token is stored hashed', async () => {
    const journal = randomUUID()
    await platform().database.asAccount(DEMO_ACCOUNTS.shield, tx =>
      appendBatch(tx, {
        accountId: DEMO_ACCOUNTS.shield,
        userId: 7,
        journalId: journal,
        batch: { build: 'b1', entries: lived(LIFE) },
        at: new Date(),
      }),
    )
    const { body: link } = await as(SUPER, 'POST', `/v1/journals/${journal}/links`, { hours: 1, seq: 3 })
    const open = (username: string, token: string) => as(username, 'POST', '/v1/journal-links', { token, limit: 2 })
    const opened = await open(STAFF, link.token)
    expect([
      opened.status,
      opened.body.seq,
      opened.body.journal.journal,
      opened.body.entries.map(({ seq }: JournalEntry) => seq),
    ]).toEqual([200, 3, journal, [1, 2]])
    expect((await open(UNA, link.token)).status).toBe(403)
    const { body: looks } = await as(SUPER, 'GET', `/v1/journals/${journal}/looks`)
    expect(looks.map((look: { username: string; by_link: boolean }) => [look.username, look.by_link])).toEqual([
      [STAFF, true],
    ])
    // the account's own log says who of support read it
    const log = await as('admin@shield.example', 'GET', '/v1/audit-log?act=journal_read&limit=1')
    expect(log.body.entries).toMatchObject([
      { act: 'journal_read', scope: 'journal', changes: [{ field: 'journal', from: null, to: journal }] },
    ])

    const stored = await platform().database.readAsSystem(
      async tx =>
        (await sql<{ text: string }>`select string_agg(l::text, '') as text from journal_link l`.execute(tx)).rows[0]!
          .text,
    )
    expect(stored.includes(link.token)).toBe(false)
    const missing = await open(STAFF, 'A'.repeat(43))
    await platform().database.asSystem(tx =>
      sql`update journal_link set expires_at = now() - interval '1 second'`.execute(tx),
    )
    const expired = await open(STAFF, link.token)
    expect([expired.status, { ...expired.body, request_id: '' }]).toEqual([404, { ...missing.body, request_id: '' }])
  })
})
