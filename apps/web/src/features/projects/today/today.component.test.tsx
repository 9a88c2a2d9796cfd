import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { ProjectIndicator } from '@desk/schema/reconciliation/reconciliation-summary'
import type { StatusEvent, StatusOptions } from '@desk/schema/statuses/status-view'
import type { SinceYouLeft } from '@desk/schema/today/since'
import type { TodayItem } from '@desk/schema/today/today'
import { expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { SAMPLE_REVERSALS } from '#kit/money/testing/sample-reversals.ts'
import { TodayScreen } from './today.tsx'

const NO_SCORE = { promises: { over: 0, met: 0 }, last_week: { items: 0, acted_on: 0, ended: 0 } }

const PAUSED: TodayItem = {
  kind: 'auto_paused',
  scope: 'source',
  alert_ids: [7],
  pm_proj_ud: 12,
  pm_proj_name: 'Habits',
  pm_sy_ud: 2001,
  pm_sy_name: 'UK',
  began_at: '2026-11-01T15:00:00.000Z',
  changed: { scope: 'survey', act: 'edited', by: 'Una Ortiz', at: '2026-11-01T14:40:00.000Z', fields: ['survey_url'] },
  part_count: 1,
  parts: [
    {
      place_id: 3001,
      name: 'Main',
      began_at: '2026-11-01T15:00:00.000Z',
      facts: { reason: 'redirect_errors' },
      statusid: 6,
      completes: 40,
      target: 100,
      completes_at_risk: 20,
      money_at_risk: 30,
    },
  ],
  completes_at_risk: 20,
  money_at_risk: 30,
}
const [MAIN] = PAUSED.parts
const SLOW: TodayItem = {
  ...PAUSED,
  kind: 'conversion_fell',
  alert_ids: [8, 9],
  pm_sy_name: 'US',
  changed: null,
  part_count: 2,
  parts: [
    { ...MAIN!, place_id: 3002, name: 'North', statusid: 1, facts: { percent: 12, before_percent: 31 } },
    { ...MAIN!, place_id: 3003, name: 'South', statusid: 1, facts: {}, money_at_risk: null },
  ],
  completes_at_risk: 40,
  money_at_risk: null,
}
const EVENT: StatusEvent = {
  scope: 'source',
  id: 3002,
  pm_proj_ud: 12,
  pm_sy_ud: 2001,
  from: 1,
  to: 2,
  reason: null,
  note: null,
  by: null,
  by_uid: null,
  at: '2026-11-25T17:00:00.000Z',
  version: 4,
  command_id: null,
}
const SINCE: SinceYouLeft = {
  since: '2026-10-31T17:00:00.000Z',
  currency: 'USD',
  completes: 14,
  revenue: 56,
  changes: [
    {
      scope: 'survey',
      id: 2001,
      name: 'UK',
      pm_proj_ud: 12,
      pm_proj_name: 'Habits',
      pm_sy_ud: 2001,
      pm_sy_name: 'UK',
      acts: ['edited', 'status'],
      by: 'Una Ortiz',
      at: '2026-11-01T14:40:00.000Z',
    },
  ],
  change_count: 3,
}
const drawn = async (answers: Answers, user = SAMPLE_USER) => {
  const desk = await testDesk(
    {
      'today.views': { today: 2, projects: 8, live_sources: 36 },
      'today.finishing': [],
      'today.since': SINCE,
      'lookups.codes': [],
      ...answers,
    },
    { user, path: '/projects?view=today' },
  )
  await draw(desk, <TodayScreen />)
  return desk
}
const items = screen.getByRole('list', { name: 'Today' }).getByRole('listitem')

test('an item names its place, its figures, the change before, the risk and its acts (docs/decisions/0097)', async () => {
  await drawn({
    'today.list': {
      items: [PAUSED, SLOW],
      item_count: 2,
      ...NO_SCORE,
      completes_at_risk: 60,
      money_at_risk: 30,
    },
  })
  await expect.element(items.first()).toHaveTextContent(/Main · UK · Habits — auto-paused since/)
  await expect
    .element(items.first())
    .toHaveTextContent(/[Rr]edirects fail.*Survey was edited \(survey URL\).*by Una Ortiz.*\$30\.00.*20 completes/)
  await expect.element(screen.getByRole('link', { name: /^2 sources · US · Habits/ })).toBeVisible()
  await expect.element(screen.getByText('Nothing else changed.')).toBeVisible()
  await expect.element(screen.getByText('2 need you')).toHaveTextContent('2 need you · $30.00 and 60 completes at risk')
  await expect.element(screen.getByRole('button', { name: 'Resume: Main' })).toBeVisible()
  await screen.getByText('Show the sources').click()
  await expect.element(screen.getByRole('button', { name: 'Pause: North' })).toBeVisible()
})

test('a source that will not be full names the act that would help, which opens its confirmation (day.md §2)', async () => {
  const outcome = {
    state: 'forecast',
    target: 100,
    ends_at: '2026-11-28T18:00:00.000Z',
    p10_at: null,
    p50_at: null,
    p90_at: null,
    p_full: 0.31,
    completes_at_end: null,
  } as const
  await drawn(
    {
      'today.list': {
        items: [{ ...PAUSED, kind: 'will_not_be_full', parts: [{ ...MAIN!, statusid: 1, facts: {} }] }],
        item_count: 1,
        ...NO_SCORE,
        completes_at_risk: 20,
      },
      'forecasts.acts': {
        now: outcome,
        acts: [
          {
            kind: 'price',
            price: 5.65,
            ends_at: null,
            supplier: null,
            outcome: { ...outcome, p_full: 0.81 },
            extra_cost: 24,
            is_enough: true,
            like: { count: 4, of: 'like', is_enough: true },
          },
        ],
      },
    },
    { ...SAMPLE_USER, role_id: 1 },
  )
  await expect
    .element(items.first())
    .toHaveTextContent(/At \$5\.65 the chance is 81 %, \+\$24\.00, from 4 like sources\./)
  await screen.getByRole('button', { name: 'Set $5.65: Main' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Supply Price' })).toHaveValue('5.65')
})

test('S lets the item with the focus rest, A presses its primary act, and a viewer without money sees completes', async () => {
  const { money_at_risk: _, ...unpriced } = PAUSED
  const desk = await drawn({
    'today.list': { items: [unpriced], item_count: 1, ...NO_SCORE, completes_at_risk: 20 },
    'today.snooze': { snoozed: 1 },
    'statuses.options': () => new Response(null, { status: 503 }),
  })
  await expect.element(screen.getByText('1 needs you')).toHaveTextContent('1 needs you · 20 completes at risk')
  await userEvent.keyboard('j')
  await expect.element(screen.getByRole('link', { name: /Main · UK · Habits/ })).toHaveFocus()
  await userEvent.keyboard('s')
  await expect
    .poll(() => desk.asked.find(({ key }) => key === 'today.snooze')?.body)
    .toEqual({
      alert_ids: [7],
      until: 'hour',
    })
  await userEvent.keyboard('a')
  await expect.poll(() => desk.asked.some(({ key }) => key === 'statuses.options')).toBe(true)
})

test('one act pauses all sources of an item by the bulk confirmation, and one Undo resumes them (docs/decisions/0097)', async () => {
  const options = (id: number, statusid: 1 | 2, version: number): StatusOptions => ({
    scope: 'source',
    id,
    name: `Source ${id}`,
    status: {
      statusid,
      effective_statusid: statusid,
      reason: null,
      changed_by: null,
      changed_at: '2026-11-25T17:00:00.000Z',
      version,
    },
    allowed: [{ to: 2, allowed: true, reason: null }],
    effects: { live_surveys: 0, live_sources: 0 },
  })
  const desk = await drawn({
    'today.list': { items: [SLOW], item_count: 1, ...NO_SCORE, completes_at_risk: 40, money_at_risk: null },
    'statuses.options': ({ url }) => options(Number(url.pathname.split('/').at(-1)), 1, 3),
    'statuses.change': ({ body }) => {
      const { id, statusid, version } = body as { id: number; statusid: 1 | 2; version: number } // as the contract has it
      const { status, allowed } = options(id, statusid, version + 1)
      return { status, allowed, events: [{ ...EVENT, id, to: statusid, version: version + 1 }] }
    },
  })
  await screen.getByRole('button', { name: 'Pause all 2: 2 sources · US · Habits' }).click()
  await expect.element(screen.getByRole('dialog')).toHaveTextContent(/North.*Live.*Paused.*South.*Live.*Paused/)
  await screen.getByRole('button', { name: 'Change 2 sources' }).click()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByRole('region', { name: '2 undone' })).toBeVisible()
  const sent = desk.asked.flatMap(({ key, body }) => (key === 'statuses.change' ? [body] : []))
  expect(sent).toMatchObject([
    { id: 3002, statusid: 2, version: 3 },
    { id: 3003, statusid: 2, version: 3 },
    { id: 3002, statusid: 1, version: 4 },
    { id: 3003, statusid: 1, version: 4 },
  ])
})

test('the projects that close this month are below the queue, most money first (docs/decisions/0097)', async () => {
  const closing: ProjectIndicator = {
    pm_proj_ud: 5,
    pm_proj_name: 'Tea study',
    open_completes: 120,
    closing_completes: 40,
    at_risk_cents: 60_000,
    currency: 'USD',
    closes_at: '2026-11-26T05:00:00.000Z',
    days_left: 2,
    last_reconciled_at: null,
    closing: 'this_month',
  }
  await drawn(
    {
      'today.list': { items: [], item_count: 0, ...NO_SCORE, completes_at_risk: null },
      'reconciliation.projectIndicator': [
        closing,
        { ...closing, pm_proj_ud: 6, pm_proj_name: 'Coffee study', at_risk_cents: 90_000 },
        { ...closing, pm_proj_ud: 7, pm_proj_name: 'Cocoa study', closing: 'next_month' },
      ],
    },
    { ...SAMPLE_USER, view_recon_indicator: true },
  )
  const lines = screen.getByRole('region', { name: 'Closing this month' }).getByRole('listitem')
  await expect.element(lines.first()).toHaveTextContent('Coffee study$900.00 · 2 days')
  await expect.element(lines.nth(1)).toHaveTextContent('Tea study$600.00 · 2 days')
  expect(lines.elements()).toHaveLength(2)
})

test('an empty queue says that nothing needs one', async () => {
  await drawn({ 'today.list': { items: [], item_count: 0, ...NO_SCORE, completes_at_risk: null } })
  await expect.element(screen.getByRole('heading', { name: 'Nothing needs you.' })).toBeVisible()
})

const left = screen.getByRole('region', { name: /^(Since you left|In the last 24 hours)/ })

test('completes, money and the changes of others since the last visit are below the queue, and make a hand-over note (docs/decisions/0097)', async () => {
  await drawn({
    'today.list': { items: [PAUSED], item_count: 1, ...NO_SCORE, completes_at_risk: 20, money_at_risk: 30 },
  })
  await expect.element(left).toHaveTextContent(/14 completes · \$56\.00 revenue/)
  await expect
    .element(left.getByRole('link', { name: 'UK · Habits' }))
    .toHaveAttribute('href', '#/projects/12/survey/2001/streams')
  await expect.element(left).toHaveTextContent(/survey edited, status changed by Una Ortiz.*and 2 more/)
  await left.getByRole('button', { name: 'Write a hand-over note' }).click()
  const note = screen.getByRole('textbox', { name: 'Note' })
  await expect
    .element(note)
    .toHaveValue(
      expect.stringMatching(/- Main · UK · Habits: auto-paused[^]*14 completes[^]*- UK · Habits: survey edited/),
    )
  await note.fill('See the UK first.')
  await expect
    .element(screen.getByRole('link', { name: 'Mail' }))
    .toHaveAttribute('href', 'mailto:?subject=See%20the%20UK%20first.&body=See%20the%20UK%20first.')
})

test('without a known visit the changes are of a day, and their failure has a retry of its own (docs/decisions/0097)', async () => {
  const nothing = {
    'today.list': { items: [], item_count: 0, ...NO_SCORE, completes_at_risk: null, money_at_risk: null },
  }
  const desk = await drawn({ ...nothing, 'today.since': refused(403, { message: 'Not now.' }) })
  const retry = left.getByRole('button', { name: 'Retry' })
  await expect.element(retry).toBeVisible()
  desk.answer({ 'today.since': { ...SINCE, since: null, completes: 0, changes: [], change_count: 0 } })
  await retry.click()
  await expect.element(left).toHaveTextContent(/^In the last 24 hours.*No completes.*No other user changed/)
})

test('the kind of an item is muted at its survey by one act, and Undo unmutes it (docs/decisions/0097)', async () => {
  const desk = await drawn({
    'today.list': { items: [SLOW], item_count: 1, ...NO_SCORE, completes_at_risk: 40, money_at_risk: null },
    'alertMutes.create': {
      alert_mute_id: 3,
      kind: 'conversion_fell',
      scope: 'survey',
      place_id: 2001,
      place_name: 'US · Habits',
      muted_at: '2026-11-25T17:00:00.000Z',
    },
    'alertMutes.remove': undefined,
  })
  await items
    .first()
    .getByRole('button', { name: /^More for/ })
    .click()
  await screen.getByRole('menuitem', { name: /^Mute this kind here/ }).click()
  await expect.element(screen.getByText('Conversion fell is muted at US · Habits')).toBeVisible()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => desk.asked.find(({ key }) => key === 'alertMutes.remove')?.url.pathname)
    .toBe('/v1/alert-mutes/3')
  expect(desk.asked.find(({ key }) => key === 'alertMutes.create')?.body).toEqual({
    kind: 'conversion_fell',
    scope: 'survey',
    place_id: 2001,
  })
})

test('Today has the margin of completes that can still be rejected, after reversals, for the internal view alone (forecast.md §6)', async () => {
  const answers: Answers = {
    'today.list': { items: [], item_count: 0, ...NO_SCORE, completes_at_risk: 0, money_at_risk: 0 },
    'reversals.read': SAMPLE_REVERSALS,
  }
  await drawn(answers, { ...SAMPLE_USER, role_id: 1, streamViewType: 'internal' })
  await expect
    .element(screen.getByRole('region', { name: 'Reversals to come' }))
    .toHaveTextContent(
      /Margin of completes that can still be rejected: \$60\.00, expected after reversals \$57\.00.*80 % band: \$55\.20 to \$58\.50/,
    )
  const plain = await drawn(answers)
  await expect.element(screen.getByText('Nothing needs you.').last()).toBeVisible()
  expect(plain.asked.map(({ key }) => key)).not.toContain('reversals.read')
})

test('a source that finishes next has the middle of its forecast and the band; without a forecast it has none (docs/decisions/0097)', async () => {
  const source = {
    stmid: 31,
    name: 'Main',
    pm_sy_ud: 21,
    pm_sy_name: 'UK',
    pm_proj_ud: 11,
    pm_proj_name: 'Tea',
    out_of_field_date: '2026-12-01T18:00:00.000Z',
    completes: 8,
    target: 50,
  }
  const at = (text: string) => Date.parse(text) / 1_000
  const forecast = `${at('2026-11-28T10:00:00Z')} ${at('2026-11-29T10:00:00Z')} ${at('2026-11-30T10:00:00Z')} - 612 9 50 account 32`
  await drawn({
    'today.list': { items: [], item_count: 0, ...NO_SCORE, completes_at_risk: 0 },
    'today.finishing': [
      { ...source, forecast },
      { ...source, stmid: 32, name: 'Boost', forecast: null },
    ],
  })
  const finishing = screen.getByRole('region', { name: 'Finishing next' }).getByRole('listitem')
  await expect
    .element(finishing.first())
    .toHaveTextContent(/42 left.*full Mon 30 Nov \(Sun 29 Nov to in more than 26 weeks\)/)
  await expect.element(finishing.nth(1)).toHaveTextContent(/42 left/)
  await expect.element(finishing.nth(1)).not.toHaveTextContent(/full/)
})

test('Today says how many items of the last week were acted on, and how many promises were met (docs/decisions/0097)', async () => {
  const nothing = { items: [], item_count: 0, completes_at_risk: 0 }
  const last_week = { items: 12, acted_on: 9, ended: 7 }
  await drawn({ 'today.list': { ...nothing, promises: { over: 5, met: 4 }, last_week } })
  await expect
    .element(screen.getByText(/^Last week: /))
    .toHaveTextContent('Last week: 9 of 12 items were acted on, and 7 of these ended · 4 of 5 promises were met')
})
