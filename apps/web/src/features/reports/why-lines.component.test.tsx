import type { FigureChange } from '@desk/schema/figures/figure-change'
import type { Report, ReportType } from '@desk/schema/reports/report'
import type { ReportChange } from '@desk/schema/reports/report-change'
import { expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { closeByEscape } from '#runtime/testing/close-by-escape.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, type Answers, type TestDesk } from '#runtime/testing/test-desk.ts'
import { RETURNED } from '#kit/figure-changes/testing/returned-part.ts'
import '#kit/figure-changes/why-drawer.tsx'
import { ReportScreen } from './report-screen.tsx'
import { FIGURES, INTERNAL, PLAIN, reportDesk, SUPPLIERS } from './testing/sample-reports.ts'

const head = { as_of: SUPPLIERS.as_of, currency: SUPPLIERS.currency }
/** A rule of an account's own hand: what an address parts keys by, and what it escapes them with. */
const RULE = 'Speed, v2.1 %2C=5%'
const SNACKS = { id: 7, name: 'Snacks' }
const TERMINATIONS: Report = {
  type: 'terminations',
  by: ['project'],
  ...head,
  lines: [
    { project: SNACKS, state: 20, rule: RULE, respondents: 24, share: 24 / 104 },
    { project: null, state: 20, rule: null, respondents: 3, share: 3 / 104 },
  ],
  total: FIGURES,
}
const TRAFFIC: Report = {
  type: 'traffic',
  by: ['project'],
  ...head,
  lines: [{ project: SNACKS, ...FIGURES }],
  total: FIGURES,
}

const EPC: ReportChange = {
  type: 'suppliers',
  figure: 'epc',
  name: 'Kestrel',
  from: '2026-11-24T05:00:00.000Z',
  to: '2026-11-25T05:00:00.000Z',
  terms: [
    { role: 'numerator', label: 'Expense', unit: 'cents', before: 10_000, after: 13_000 },
    { role: 'denominator', label: 'Entrants', unit: 'respondents', before: 80, after: 100 },
  ],
  parts: [
    { ...RETURNED, sup: 5, supplier: 'Kestrel', respondents: 10, changes: [3_000, 0] },
    {
      ...RETURNED,
      sup: 5,
      supplier: 'Kestrel',
      cause: 'entered',
      from_code: null,
      to_code: 11,
      respondents: 20,
      changes: [0, 20],
    },
  ],
  others: null,
  events: [
    {
      at: '2026-11-24T15:00:00.000Z',
      kind: 'target',
      scope: 'survey',
      id: 4,
      name: 'Wave 3',
      from: 50,
      to: 80,
      by: 'Ada',
      reason: null,
      note: null,
    },
  ],
  has_more_events: false,
}
const OF_QUOTA: FigureChange = {
  ...EPC,
  figure: 'completes',
  scope: 'source',
  id: 3001,
  quota: 4,
  name: 'Main · Women',
  events: EPC.events.map(event => ({
    ...event,
    kind: 'quotas' as const,
    scope: 'source' as const,
    id: 3001,
    name: 'Main',
    from: null,
    to: null,
  })),
}
const countOf = (type: ReportType, figure: string, label: string, name: string): ReportChange => ({
  ...EPC,
  type,
  figure,
  name,
  terms: [{ role: 'figure', label, unit: 'respondents', before: 10, after: 20 }],
  parts: [{ ...RETURNED, respondents: 10, changes: [10] }],
  events: [],
})

const open = async (path: string, type: ReportType, answers: Answers, user = INTERNAL) => {
  // the screen of the desk before
  await cleanup()
  const desk = await reportDesk(path, answers, user)
  await draw(desk, <ReportScreen type={type} />)
  return desk
}
const cellOf = (row: string, at: number) => screen.getByRole('row', { name: row }).getByRole('gridcell').nth(at)
/** Asks by the menu of a figure's cell. */
const ask = async (row: string, at: number) => {
  await cellOf(row, at).click({ button: 'right' })
  await screen.getByRole('menuitem', { name: /Why did this number change/ }).click()
}
const panelOf = (figure: string) => screen.getByRole('dialog', { name: `Why did ${figure} change?` })
/** Of the last change that was asked for, but when it was. */
const askedOf = ({ asked }: Pick<TestDesk, 'asked'>) => {
  const url = asked.findLast(({ key }) => key === 'reports.change')?.url
  const { since: _, until: __, ...query } = Object.fromEntries(url?.searchParams ?? [])
  return { path: url?.pathname, ...query, line: url?.searchParams.getAll('line') }
}

test('a figure of a line explains its change, a quotient with both of its terms, and statuses and targets are below (settlement.md §4)', async () => {
  const desk = await open('/reports/suppliers', 'suppliers', { 'reports.read': SUPPLIERS, 'reports.change': EPC })
  await ask('Kestrel', 8)
  const panel = panelOf('EPC')
  await expect.element(panel.getByText('The changes add up to the difference.')).toBeVisible()
  await expect.element(panel.getByRole('heading', { name: 'Kestrel' })).toBeVisible()
  expect([...document.querySelectorAll('[role="dialog"] dl div')].map(({ textContent }) => textContent)).toEqual([
    'EPC$1.25 → $1.30',
    'Expense$100.00 → $130.00 +$30.00',
    'Entrants80 → 100 +20',
  ])
  expect(
    [...document.querySelectorAll('table[aria-label="Parts of the change"] tr')].map(row =>
      [...row.children].map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['Event', 'Expense', 'Entrants'],
    ['ReturnedIn the survey → CompleteKestrel10 respondents', '+$30.00', '0'],
    ['EnteredIn the surveyKestrel20 respondents', '$0.00', '+20'],
    ['Total change', '+$30.00', '+20'],
  ])
  await expect.element(panel.getByText('Survey Wave 3: target 50 → 80')).toBeVisible()
  expect(askedOf(desk)).toEqual({ path: '/v1/reports/suppliers/change', figure: 'epc', line: ['supplier.5'] })
  expect(desk.history.location.search).toContain('why=report.suppliers.epc&whyLine=supplier.5')
})

test('Alt+W on the total tells of all lines, under the choices of the report; the panel leaves nothing in the URL (settlement.md §4)', async () => {
  const path = '/reports/suppliers?and=project&pm_proj_ud=7,9&from=2026-11-01T00:00:00Z'
  const desk = await open(path, 'suppliers', {
    'reports.read': { ...SUPPLIERS, by: ['supplier', 'project'] },
    'reports.change': { ...EPC, name: '' },
  })
  const cell = screen.getByRole('row', { name: 'Total' }).getByText('$1.25')
  await expect.element(cell).toBeVisible()
  const focused = cell.element().closest<HTMLElement>('[tabindex]')
  focused?.focus()
  await userEvent.keyboard('{Alt>}w{/Alt}')
  await expect.element(panelOf('EPC').getByRole('heading', { name: 'All lines' })).toBeVisible()
  const { pathname, searchParams } = desk.asked.findLast(({ key }) => key === 'reports.change')?.url ?? new URL('x:')
  expect(pathname).toBe('/v1/reports/suppliers/change')
  expect(
    [...searchParams]
      .filter(([name]) => name !== 'since' && name !== 'until')
      .toSorted((one, other) => (one.join() < other.join() ? -1 : 1)),
  ).toEqual([
    ['and', 'project'],
    ['figure', 'epc'],
    ['from', '2026-11-01T00:00:00.000Z'],
    ['pm_proj_ud', '7'],
    ['pm_proj_ud', '9'],
  ])
  await closeByEscape(panelOf('EPC'))
  expect(desk.history.location.search).not.toContain('why')
})

test('a line of those without a supplier asks for those; the figures of the panel are the report’s that have terms (settlement.md §4)', async () => {
  const desk = await open('/reports/suppliers', 'suppliers', { 'reports.read': SUPPLIERS, 'reports.change': EPC })
  await ask('Without a supplier', 0)
  await expect.element(panelOf('Entrants')).toBeVisible()
  await expect
    .poll(() => askedOf(desk))
    .toEqual({ path: '/v1/reports/suppliers/change', figure: 'entrants', line: ['supplier.'] })
  const figure = screen.getByRole('combobox', { name: 'Figure', exact: true })
  expect([...figure.element().children].map(({ textContent }) => textContent)).toEqual([
    'Entrants',
    'Completes',
    'IR',
    'Conversion',
    'CPI',
    'Expense',
    'Priced',
    'Drop-off',
    'EPC',
    'LOI ratio',
    'Rejected',
    'Reject rate',
  ])
  await figure.selectOptions('Reject rate')
  await expect
    .poll(() => askedOf(desk))
    .toEqual({ path: '/v1/reports/suppliers/change', figure: 'reject_rate', line: ['supplier.'] })
})

test('a line of terminations is of its state and rule, whatever the rule is called; a link opens the same line (settlement.md §4)', async () => {
  const answers: Answers = {
    'reports.read': TERMINATIONS,
    'reports.change': countOf('terminations', 'respondents', 'Respondents', 'Snacks'),
  }
  const asked = {
    path: '/v1/reports/terminations/change',
    figure: 'respondents',
    line: ['project.7', 'state.20', `reason.${RULE}`],
  }
  const desk = await open('/reports/terminations', 'terminations', answers)
  await ask('Snacks', 2)
  await expect.element(panelOf('Respondents').getByRole('heading', { name: 'Snacks' })).toBeVisible()
  expect(askedOf(desk)).toEqual(asked)
  const link = `${desk.history.location.pathname}${desk.history.location.search}`
  await closeByEscape(panelOf('Respondents'))
  await ask('No project', 2)
  await expect.poll(() => askedOf(desk)).toEqual({ ...asked, line: ['project.', 'state.20', 'reason.'] })
  await closeByEscape(panelOf('Respondents'))
  const again = await open(link, 'terminations', answers)
  await expect.element(panelOf('Respondents').getByRole('heading', { name: 'Snacks' })).toBeVisible()
  expect(askedOf(again)).toEqual(asked)
})

test('the plain external view’s lines of terminations have no reasons (domain.md §4)', async () => {
  const lines = [{ project: SNACKS, state: 20 as const, respondents: 24, share: 24 / 104 }]
  const answers: Answers = {
    'reports.read': { ...TERMINATIONS, lines },
    'reports.change': countOf('terminations', 'respondents', 'Respondents', 'Snacks'),
  }
  const desk = await open('/reports/terminations', 'terminations', answers, PLAIN)
  await ask('Snacks', 1)
  await expect.element(panelOf('Respondents').getByText('The changes add up to the difference.')).toBeVisible()
  expect(askedOf(desk).line).toEqual(['project.7', 'state.20'])
  expect(document.body.textContent).not.toContain('supplier')
})

/** Asks why a figure of one hour changed: gives the request for that hour of the report. */
async function askOfHour(figure: 'entrants' | 'completes', label: string, at: number): Promise<void> {
  const hours = await open('/reports/hours?from=2026-11-20T00:00:00Z', 'hours', {
    'reports.read': {
      ...SUPPLIERS,
      type: 'hours',
      by: [],
      lines: [{ hour: '2026-11-20T11:00:00.000Z', entrants: 26, completes: 4 }],
      total: { entrants: 26, completes: 4 },
    },
    'reports.change': countOf('hours', figure, label, '2026-11-20T11:00:00.000Z'),
  })
  await ask('20 Nov 2026, 06:00', at)
  await expect
    .poll(() => askedOf(hours))
    .toEqual({
      path: '/v1/reports/hours/change',
      figure,
      from: '2026-11-20T00:00:00.000Z',
      line: ['hour.2026-11-20T11:00:00.000Z'],
    })
}

test('a line of reconciliation is of its month and reason, one of hours of its hour (settlement.md §4)', async () => {
  const adjusted = { rejected: 4, accepted: 1, revenue: -25.5, expense: -7.5, pricedCompletes: 5 }
  const reconciliation = await open('/reports/reconciliation', 'reconciliation', {
    'reports.read': {
      ...SUPPLIERS,
      type: 'reconciliation',
      by: ['project'],
      lines: [{ project: SNACKS, month: '2026-10', reason_code: 930, ...adjusted }],
      total: adjusted,
    },
    'reports.change': countOf('reconciliation', 'rejected', 'Rejected', 'Snacks'),
  })
  await ask('2026-10', 2)
  await expect.poll(() => askedOf(reconciliation).line).toEqual(['project.7', 'month.2026-10', 'reason.930'])
  await closeByEscape(panelOf('Rejected'))
  await askOfHour('entrants', 'Entrants', 0)
  await expect.element(panelOf('Entrants').getByRole('heading', { name: '20 Nov 2026, 06:00' })).toBeVisible()
})

test('completes of an hour say that those taken back leave the hour in which they were made (settlement.md §4)', async () => {
  await askOfHour('completes', 'Completes', 1)
  await expect
    .element(panelOf('Completes').getByText('leaves the hour in which it was made', { exact: false }))
    .toBeVisible()
})

test('a line of one whole project, survey or source opens the panel of that, which knows respondents; narrowed to a time it is a line of the report (settlement.md §4)', async () => {
  const whole = await open('/reports/traffic', 'traffic', { 'reports.traffic': TRAFFIC })
  await ask('Snacks', 0)
  await expect.element(panelOf('Entrants')).toBeVisible()
  expect(whole.history.location.search).toContain('why=project.7.entrants')
  await closeByEscape(panelOf('Entrants'))
  const narrowed = await open('/reports/traffic?period=this_month', 'traffic', {
    'reports.traffic': TRAFFIC,
    'reports.change': countOf('traffic', 'entrants', 'Entrants', 'Snacks'),
  })
  await ask('Snacks', 0)
  await expect
    .poll(() => askedOf(narrowed))
    .toEqual({
      path: '/v1/reports/traffic/change',
      figure: 'entrants',
      period: 'this_month',
      line: ['project.7'],
    })
})

test('of quota progress, source and sub-quotas tell why their completes and who is in progress changed, whatever the report is narrowed to; targets and shares tell nothing (settlement.md §4)', async () => {
  const source = { id: 3001, name: 'Main' }
  const desk = await open('/reports/quotas?status=2', 'quotas', {
    'reports.read': {
      ...SUPPLIERS,
      type: 'quotas',
      by: ['source'],
      lines: [
        { source, quota: null, quota_no: null, target: 50, completes: 20, inflight: 3, progress: 0.4 },
        { source, quota: 'Women', quota_no: 4, target: 40, completes: 10, inflight: 2, progress: 0.25 },
      ],
    },
    'figureChanges.read': {
      ...OF_QUOTA,
      figure: 'inflight',
      terms: [{ role: 'figure', label: 'Inflight', unit: 'respondents', before: 2, after: 1 }],
      parts: [{ ...RETURNED, cause: 'place_freed', from_code: 11, to_code: 11, respondents: 1, changes: [-1] }],
    },
    'figureChanges.respondents': [],
  })
  await expect.element(screen.getByRole('row', { name: 'Women' })).toBeVisible()
  for (const row of ['Women', 'No quota'])
    for (const at of [0, 2, 3, 4, 5]) await cellOf(row, at).click({ button: 'right' })
  expect(screen.getByRole('menu').elements()).toEqual([])
  await ask('No quota', 6)
  await expect.element(panelOf('Inflight')).toBeVisible()
  expect(desk.history.location.search).toContain('why=source.3001.inflight')
  expect(desk.history.location.search).not.toContain('why=source.3001.inflight.')
  await closeByEscape(panelOf('Inflight'))
  await ask('Women', 6)
  const panel = panelOf('Inflight')
  await expect.element(panel.getByText('Did not return in time: the quota gave the place back')).toBeVisible()
  expect(desk.history.location.search).toContain('why=source.3001.inflight.4')
  await expect.element(panel.getByText('Source Main: quotas edited')).toBeVisible()
  await panel.getByRole('button', { name: '1 respondent' }).click()
  await expect
    .poll(() => desk.asked.findLast(({ key }) => key === 'figureChanges.respondents')?.url.searchParams.get('quota'))
    .toBe('4')
  const figure = screen.getByRole('combobox', { name: 'Figure', exact: true })
  expect([...figure.element().children].map(({ textContent }) => textContent)).toEqual(['Inflight', 'Completes'])
  await figure.selectOptions('Completes')
  await expect
    .poll(() =>
      desk.asked
        .filter(({ key }) => key === 'figureChanges.read')
        .map(({ url }) => [url.pathname, url.searchParams.get('figure'), url.searchParams.get('quota')]),
    )
    .toEqual([
      ['/v1/figure-changes/source/3001', 'inflight', null],
      ['/v1/figure-changes/source/3001', 'inflight', '4'],
      ['/v1/figure-changes/source/3001', 'completes', '4'],
    ])
})

test.each([
  ['a column that is none', 'why=report.suppliers.nothing'],
  ['a name of every object', 'why=report.suppliers.constructor&whyLine=supplier.5'],
  ['another report', 'why=report.costs.revenue'],
  ['more than a figure', 'why=report.suppliers.epc.more'],
  ['no report', 'why=report..epc'],
  ['a text that is no key', 'why=report.suppliers.epc&whyLine=supplier'],
  ['a key that its lines do not have', 'why=report.suppliers.epc&whyLine=project.5'],
  ['a thing twice', 'why=report.suppliers.epc&whyLine=supplier.5,supplier.6'],
  ['a thing too many', 'why=report.suppliers.epc&whyLine=supplier.5,day.2026-11-25'],
  ['an id that is none', 'why=report.suppliers.epc&whyLine=supplier.-5'],
  ['a thing of every object', 'why=report.suppliers.epc&whyLine=__proto__.5'],
  ['a broken escape', 'why=report.suppliers.epc&whyLine=%25E0%25A4%25A'],
  ['thousands of keys', `why=report.suppliers.epc&whyLine=${'supplier.5,'.repeat(500)}`],
  ['a sub-quota of a survey', 'why=survey.3001.completes.4'],
  ['what a sub-quota does not count', 'why=source.3001.entrants.4'],
  ['a sub-quota that is no number', 'why=source.3001.completes.x'],
  ['more than a sub-quota', 'why=source.3001.completes.4.4'],
  ['data for text', 'why=%7B%22report%22:1%7D&whyLine=%5B1%5D'],
])('an address that names no figure of a line opens nothing and asks nothing: %s', async (_, search) => {
  const desk = await open(`/reports/suppliers?${search}`, 'suppliers', {
    'reports.read': SUPPLIERS,
    'reports.change': EPC,
  })
  await expect.element(screen.getByRole('rowheader', { name: 'Kestrel' })).toBeVisible()
  // by then it would have opened: its code is here
  await ask('Kestrel', 8)
  await expect.element(panelOf('EPC').getByRole('heading', { name: 'Kestrel' })).toBeVisible()
  expect(desk.asked.filter(({ key }) => key === 'reports.change').length).toBe(1)
})

test('terminations have no total to ask about, and a change that does not load says why and is read again', async () => {
  const answers: Answers = { 'reports.read': TERMINATIONS, 'reports.change': refused(409, { message: 'Busy' }) }
  const none = await open('/reports/terminations?why=report.terminations.respondents', 'terminations', answers)
  await expect.element(screen.getByRole('row', { name: 'Snacks' })).toBeVisible()
  expect(none.asked.filter(({ key }) => key === 'reports.change')).toEqual([])
  const desk = await open('/reports/suppliers?why=report.suppliers.epc', 'suppliers', {
    ...answers,
    'reports.read': SUPPLIERS,
  })
  await expect.element(screen.getByText('The change did not load')).toBeVisible()
  desk.answer({ 'reports.change': { ...EPC, name: '' } })
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('heading', { name: 'All lines' })).toBeVisible()
})

test('lengths of interviews are shown to the second, and all of it is exported (§9.11)', async () => {
  const change: ReportChange = {
    ...EPC,
    figure: 'loi_ratio',
    terms: [
      { role: 'numerator', label: 'Length of interviews', unit: 'seconds', before: 75_600, after: 75_545 },
      { role: 'denominator', label: 'Length stated for them', unit: 'seconds', before: 60_000, after: 61_200 },
    ],
    parts: [{ ...RETURNED, sup: 5, supplier: 'Kestrel', respondents: 10, changes: [-55, 1_200] }],
    events: [],
  }
  await open('/reports/suppliers?why=report.suppliers.loi_ratio&whyLine=supplier.5', 'suppliers', {
    'reports.read': SUPPLIERS,
    'reports.change': change,
  })
  await expect.element(panelOf('LOI ratio').getByText('The changes add up to the difference.')).toBeVisible()
  expect([...document.querySelectorAll('[role="dialog"] dl div')].map(({ textContent }) => textContent)).toEqual([
    'LOI ratio126% → 123.4%',
    'Length of interviews1,260 min → 1,259 min 5 s −55 s',
    'Length stated for them1,000 min → 1,020 min +20 min',
  ])
  const saved: Blob[] = []
  const names: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    if (blob instanceof Blob) saved.push(blob)
    return 'blob:none'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await panelOf('LOI ratio').getByRole('button', { name: 'Export', exact: true }).click()
  await screen.getByRole('menuitem', { name: 'Table (CSV)' }).click()
  await expect.poll(() => saved.length).toBe(1)
  const text = (await saved[0]?.text()) ?? ''
  vi.restoreAllMocks()
  expect(names).toEqual([expect.stringMatching(/^why-loi-ratio-suppliers-\d{4}-\d\d-\d\d\.csv$/)])
  expect(text.replace('\uFEFF', '').split('\r\n').slice(0, 4)).toEqual([
    '"Cause","States","Supplier","Respondents","Request","Length of interviews (seconds)","Length stated for them (seconds)"',
    '"Before","","","","","75600","60000"',
    '"Returned","In the survey → Complete","Kestrel","10","","-55","1200"',
    '"After","","","","","75545","61200"',
  ])
})
