import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { FIGURE_COLUMN_LIST } from '@desk/schema/columns/figure-columns'
import { zoneText } from '@desk/web/ui/format/offsets'
import type { Locator, Page } from '@playwright/test'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { exportedFile } from './desk/exported.ts'
import { atHash } from './desk/hash.ts'
import { holdCalls, type HeldCalls } from './desk/hold-calls.ts'
import { confirmation, statusButton, statusItem } from './desk/status-steps.ts'
import type { DeskStudy } from './desk/study.ts'

/** Heads of the columns in their order, with what their tooltips say. */
const INTERNAL_COLUMNS = [
  [
    'Allocation',
    'Share of the overall quota given to a source: target of the source ÷ sum of the targets of the survey’s sources',
  ],
  ['Entrants', 'Respondents entering'],
  ['EQ terms', 'Defender terms: failed pre-survey quality checks'],
  ['Terms', 'Did not meet qualifying criteria'],
  ['OQs', 'Overquotas: met base criteria but not an open sub-quota'],
  ['SQ terms', 'Failed in-survey quality checks'],
  ['Abandons', 'Abandoned: no return within 1.8 × the stated interview length'],
  ['Inflight', 'In progress'],
  ['Completes', 'Completes; the bar shows completes ÷ target'],
  [
    'IR',
    'Incidence rate: completes ÷ (completes + OQs + terms)\nPureSpectrum: completes ÷ (completes + OQs + terms + drops at the buyer)\nDynata: completes ÷ (completes + screenouts + quota-fulls), which is the same',
  ],
  [
    'Conversion',
    'Completes ÷ entrants\nCint: system conversion is the same; client-side conversion is completes ÷ prescreener completes',
  ],
  ['LOI (min)', 'Median interview length of completes, in minutes\nPureSpectrum: the median too'],
  ['CPI', 'Buyer unit cost per complete: expense ÷ the completes whose supply price is known'],
  ['Expense', 'Sum of buyer expenses: of the completes whose supply price is known'],
  ['Priced', 'Completes whose supply price is known: CPI, expense and margin are of these'],
  ['Status', 'Source status, why, and who set it'],
] as const
/** The columns of §3.9–3.23, in the URL. */
const SPECIFIED = [...FIGURE_COLUMN_LIST.map(({ id }) => id), 'status'].join('.')
const HIDDEN_FROM_EXTERNAL = [
  'eqTerms',
  'sqTerms',
  'abandons',
  'inflight',
  'supplierCpi',
  'expense',
  'pricedCompletes',
  'margin',
  'supplier_cpi',
] as const
const EXTERNAL_HEADS = [
  'Source',
  'Allocation',
  'Entrants',
  'Terms',
  'OQs',
  'Completes',
  'IR',
  'Conversion',
  'LOI (min)',
  'Status',
]
const headsOf = (page: Page): Locator => page.getByRole('grid', { name: 'Sources' }).getByRole('columnheader')
const cellsOf = (page: Page, row: RegExp): Locator => page.getByRole('row', { name: row }).getByRole('gridcell')
const rowHeads = (page: Page): Locator => page.getByRole('grid', { name: 'Sources' }).getByRole('rowheader')
const headButton = (page: Page, name: string): Locator => headsOf(page).getByRole('button', { name, exact: true })

/** Gives the study figures in every column, as its ledger would have left them. */
async function withFigures(desk: Desk, study: DeskStudy): Promise<void> {
  const figures = {
    version: 5,
    entrants: 200,
    eqTerms: 11,
    terms: 22,
    oqs: 7,
    sqTerms: 13,
    abandons: 5,
    inflight: 3,
    completes: 139,
    expenseCents: 34_750,
    loiMedianSeconds: 754,
  }
  await desk.maker.rollup(DEMO_ACCOUNTS.acme, 'source', study.sources['North panel']!.sourceId, figures)
  await desk.maker.rollup(DEMO_ACCOUNTS.acme, 'survey', study.surveyId, figures)
}

test.describe('the source table of an internal view', () => {
  test('has each column in its order, with a tooltip that says what it means and its formula (§2.40, §3.9, §3.10, §3.11, §3.12, §3.13, §3.14, §3.15, §3.16, §3.17, §3.18, §3.19, §3.20, §3.21, §3.22, §3.23)', async ({
    desk,
    visit,
  }) => {
    const study = await desk.newStudy('acme', 'Wide study', {
      sources: [
        { name: 'North panel', target: 200 },
        { name: 'South panel', target: 600 },
      ],
    })
    await withFigures(desk, study)
    const page = await visit('advanced@acme.example', `${study.sourceTablePath}?cols=${SPECIFIED}`, {
      viewport: { width: 2200, height: 900 },
    })
    await expect(headsOf(page)).toHaveText(['Source', ...INTERNAL_COLUMNS.map(([head]) => head)])
    await expect(cellsOf(page, /North panel/)).toHaveText([
      '25%',
      '200',
      '11',
      '22',
      '7',
      '13',
      '5',
      '3',
      '139/ 200',
      '82.7%',
      '69.5%',
      '12.6/ 10',
      '$2.50',
      '$347.50',
      '139',
      /Live$/,
    ])
    await expect(cellsOf(page, /South panel/)).toHaveText([
      '75%',
      '0',
      '0',
      '0',
      '0',
      '0',
      '0',
      '0',
      '0/ 600',
      '-',
      '-',
      '-/ 10',
      '-',
      '$0.00',
      '0',
      /Live$/,
    ])
    await expect(cellsOf(page, /^Total/)).toHaveText([
      '100%',
      '200',
      '11',
      '22',
      '7',
      '13',
      '5',
      '3',
      '139',
      '82.7%',
      '69.5%',
      '12.6',
      '$2.50',
      '$347.50',
      '139',
      '',
    ])

    await headButton(page, 'Source').focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeFocused()
    for (const [head, meaning] of INTERNAL_COLUMNS) {
      await page.keyboard.press('ArrowRight')
      await expect(headButton(page, head)).toBeFocused()
      await expect(page.getByRole('tooltip')).toHaveText(meaning)
    }
  })
})

test('the external view has its own columns, and nothing else comes over the wire (§3.2, §6.4)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Narrow study')
  const said: string[] = []
  const page = await visit('user@acme.example', `${study.sourceTablePath}?cols=${SPECIFIED}`, {
    prepare: async page => {
      page.on('websocket', socket => socket.on('framereceived', ({ payload }) => said.push(String(payload))))
      page.on(
        'response',
        response =>
          void (
            response.url().includes('/v1/') &&
            response.text().then(
              text => said.push(text),
              () => undefined,
            )
          ),
      )
    },
  })
  await expect(headsOf(page)).toHaveText(EXTERNAL_HEADS)
  await desk.respondents(study.sources['North panel']!, 'narrow', ['1000', '2000', '1', null])
  await expect(cellsOf(page, /North panel/)).toHaveText([
    '50%',
    '4',
    '1',
    '0',
    '1/ 100',
    '50%',
    '25%',
    '0/ 10',
    /Live$/,
  ])
  const rows = said.filter(text => text.includes('"entrants"'))
  expect(rows.length).toBeGreaterThan(1)
  expect(HIDDEN_FROM_EXTERNAL.filter(column => rows.some(text => text.includes(`"${column}"`)))).toEqual([])
})

test('the view Field is the default: it fits 1440 px beside the sidebar, and names overdue sources (day.md §3)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Fielded study', { sources: [{ name: 'North panel', target: 200 }] })
  await withFigures(desk, study)
  const page = await visit('advanced@acme.example', study.sourceTablePath, { viewport: { width: 1440, height: 900 } })
  await expect(page.getByRole('button', { name: 'View: Field' })).toBeVisible()
  await expect(headsOf(page)).toHaveText([
    'Source',
    'Entrants',
    'Completes',
    'Full by',
    'IR',
    'Conversion',
    'LOI (min)',
    'CPI',
    'Expense',
    '24 h',
    'Status',
  ])
  await expect(cellsOf(page, /North panel/)).toHaveText([
    '200',
    '139/ 200',
    // a forecast comes with the next hour
    /^(–|later|\w{3} .*|today .*)$/,
    '82.7%',
    '69.5%',
    '12.6/ 10',
    '$2.50',
    '$347.50',
    '',
    /Live$/,
  ])
  const scrolls = await page.getByRole('grid', { name: 'Sources' }).evaluate(grid => {
    const scroller = grid.parentElement ?? grid
    return scroller.scrollWidth > scroller.clientWidth
  })
  expect(scrolls).toBe(false)
})

test('a head sorts, shows its direction to everybody, and puts the order into the URL (§2.40)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Sorted study', { sources: ['Bravo', 'Alpha', 'Charlie'] })
  const entrants = { Alpha: 3, Bravo: 1, Charlie: 2 }
  for (const [name, count] of Object.entries(entrants))
    await desk.maker.rollup(DEMO_ACCOUNTS.acme, 'source', study.sources[name]!.sourceId, {
      entrants: count,
      inflight: count,
    })
  const page = await visit('admin@acme.example', study.sourceTablePath)
  await expect(rowHeads(page)).toHaveText([/Alpha/, /Bravo/, /Charlie/, 'Total'])
  const steps = [
    ['Entrants', 'descending', '?sort=-entrants', ['Alpha', 'Charlie', 'Bravo']],
    ['Entrants', 'ascending', '?sort=entrants', ['Bravo', 'Charlie', 'Alpha']],
    ['Entrants', 'none', '', ['Alpha', 'Bravo', 'Charlie']],
    ['Source', 'ascending', '?sort=name', ['Alpha', 'Bravo', 'Charlie']],
  ] as const
  for (const [head, direction, query, order] of steps) {
    await headButton(page, head).click()
    await expect(headsOf(page).filter({ hasText: head })).toHaveAttribute('aria-sort', direction)
    await expect(rowHeads(page)).toHaveText([...order.map(name => new RegExp(name)), 'Total'])
    await expect(page).toHaveURL(atHash(study.sourceTablePath + query))
  }
  await page.reload()
  await expect(rowHeads(page)).toHaveText([/Alpha/, /Bravo/, /Charlie/, 'Total'])
  await expect(headsOf(page).filter({ hasText: 'Source' })).toHaveAttribute('aria-sort', 'ascending')
})

test("says 'Please wait...' while it loads and 'No Records found...' when nothing is left of it (§2.40)", async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Waiting study')
  let figures: HeldCalls | undefined
  const page = await visit('admin@acme.example', study.sourceTablePath, {
    prepare: async page => {
      figures = await holdCalls(page, new RegExp(`/v1/.*surveys?/${study.surveyId}(/|\\?|$)|/v1/survey-stream`))
    },
  })
  const grid = page.getByRole('grid', { name: 'Sources' })
  await expect(grid.getByRole('gridcell')).toHaveText(['Please wait...'])
  figures?.release()
  await expect(rowHeads(page)).toHaveText([/North panel/, /South panel/, 'Total'])
  await page.getByRole('searchbox', { name: 'Search sources' }).fill('no such source')
  await expect(grid.getByRole('gridcell')).toHaveText(['No Records found...'])
  await expect(page.getByText('0 of 2 rows')).toBeVisible()
  await expect(page).toHaveURL(/[?&]q=no%20such%20source|[?&]q=no\+such\+source/)
})

test('the heads stay in sight when one scrolls down, the names when one scrolls to the side; columns under an edge are named there; rows beyond the window are not in the page, and are counted (§2.40)', async ({
  desk,
  visit,
}) => {
  const names = Array.from({ length: 150 }, (_, no) => `Panel ${String(no + 1).padStart(3, '0')}`)
  const study = await desk.newStudy('acme', 'Long study', { sources: names })
  const page = await visit('advanced@acme.example', study.sourceTablePath, { viewport: { width: 1024, height: 1200 } })
  const grid = page.getByRole('grid', { name: 'Sources' })
  await expect(grid.getByRole('rowheader', { name: 'Panel 001' })).toBeVisible()
  await expect(grid).toHaveAttribute('aria-rowcount', '152')
  await expect.poll(() => grid.getByRole('row').count()).toBeLessThan(80)
  const head = headButton(page, 'Source')
  const scroller = grid.locator('..')
  await expect(scroller).toHaveAttribute('data-hides', 'end')
  const [headBefore, nameBefore] = [
    await head.boundingBox(),
    await grid.getByRole('rowheader', { name: 'Panel 001' }).boundingBox(),
  ]

  await grid.getByRole('rowheader', { name: 'Panel 001' }).hover()
  await page.mouse.wheel(0, 100_000)
  const last = grid.getByRole('row', { name: /Panel 150/ })
  await expect(last).toBeInViewport()
  await expect(last).toHaveAttribute('aria-rowindex', '151')
  await expect(grid.getByRole('rowheader', { name: 'Panel 001' })).toHaveCount(0)
  await expect(head).toBeInViewport()
  await page.mouse.wheel(100_000, 0)
  await expect(headButton(page, 'Expense')).toBeInViewport({ ratio: 1 })
  await expect(scroller).toHaveAttribute('data-hides', 'start')
  const nameAfter = await last.getByRole('rowheader').boundingBox()
  expect([(await head.boundingBox())?.x, nameAfter?.x]).toEqual([headBefore?.x, nameBefore?.x])
  const clip = await scroller.boundingBox()
  expect((await head.boundingBox())!.y - clip!.y).toBeLessThan(20)
})

test('at 1440 px no figure of completes is cut by the pinned status, and the reason of a stop is shown whole beneath it (§3.17, §3.23)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Fitting study', {
    sources: [
      { name: 'North panel', target: 12_000 },
      { name: 'Failing panel', status: 'autoPaused', reason: 'redirect_errors' },
    ],
  })
  const page = await visit('advanced@acme.example', study.sourceTablePath, { viewport: { width: 1440, height: 900 } })
  const status = page
    .getByRole('row', { name: /Failing panel/ })
    .getByRole('gridcell')
    .last()
  await expect(status).toHaveText(/Auto-paused.*redirects fail$/)
  const [completes, pinned] = [
    await cellsOf(page, /North panel/)
      .filter({ hasText: '/ 12,000' })
      .boundingBox(),
    await status.boundingBox(),
  ]
  expect(completes!.x + completes!.width).toBeLessThanOrEqual(pinned!.x)
  const note = status.getByText('redirects fail')
  expect(await note.evaluate(element => element.scrollWidth <= element.clientWidth)).toBe(true)
  expect((await note.boundingBox())!.y + (await note.boundingBox())!.height).toBeLessThanOrEqual(
    pinned!.y + pinned!.height,
  )
})

test('exports the shown table with ids, type and target: head in the first row, every cell quoted, CRLF, no formula, notes in a file of their own (§9.11, day.md §3)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Exported study', {
    sources: [
      { name: 'North, "A" panel', target: 1_000 },
      '=cmd panel',
      { name: 'Paused panel', status: 'paused' },
      'South river',
    ],
  })
  const figures = {
    entrants: 1_200,
    terms: 40,
    oqs: 10,
    completes: 150,
    inflight: 1_000,
    expenseCents: 37_500,
    loiMedianSeconds: 600,
  }
  await desk.maker.rollup(DEMO_ACCOUNTS.acme, 'source', study.sources['North, "A" panel']!.sourceId, figures)
  const page = await visit('user@acme.example', `${study.sourceTablePath}?state=1&q=panel&sort=-entrants&view=money`)
  await expect(rowHeads(page)).toHaveText([/North/, /cmd/, 'Total'])
  const table = await exportedFile(page, 'Table (CSV)')
  expect(table.file).toMatch(/^sources-exported-study-survey-\d{4}-\d\d-\d\d\.csv$/)
  const idOf = (name: string) => study.sources[name]!.sourceId
  expect(table.text).toBe(
    [
      '\uFEFF"Source","Source ID","Type","Target","Completes","Conversion","Sell price","Revenue","Status"',
      `"North, ""A"" panel","${idOf('North, "A" panel')}","DIY","1000","150","12.5%","6.00","0.00","Live"`,
      `"'=cmd panel","${idOf('=cmd panel')}","DIY","100","0","","6.00","0.00","Live"`,
      '',
    ].join('\r\n'),
  )
  const notes = await exportedFile(page, 'Notes (CSV)')
  expect(notes.file).toBe(table.file.replace('.csv', '-notes.csv'))
  expect(notes.text.split('\r\n')).toEqual([
    '\uFEFF"Note","Words"',
    '"Table","Sources of Exported study survey"',
    '"Filter","Status: Live"',
    '"Filter","Search: panel"',
    '"Rows","2"',
    '"Currency","USD"',
    expect.stringMatching(/^"Exported"/),
    `"Zone","${zoneText('America/New_York', Date.now())}"`,
    '',
  ])
})

test('can be sorted and walked by the keyboard alone (§2.40)', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Keyed study')
  const page = await visit('admin@acme.example', study.sourceTablePath)
  await expect(rowHeads(page)).toHaveCount(3)
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.getByRole('button', { name: 'Export', exact: true }).focus()
  await press('Tab')
  await expect(headButton(page, 'Source')).toBeFocused()
  await press('Enter', 'Enter')
  await expect(rowHeads(page)).toHaveText([/South panel/, /North panel/, 'Total'])
  await press('End')
  await expect(headButton(page, 'Status')).toBeFocused()
  await press('Control+End', 'ArrowUp')
  const status = page.getByRole('row', { name: /North panel/ }).getByRole('button', { name: /^Status of/ })
  await expect(status).toBeFocused()
  await press('k')
  await expect(page.getByRole('row', { name: /South panel/ }).getByRole('button', { name: /^Status of/ })).toBeFocused()
  await press('Tab', 'Shift+Tab')
  await expect(page.getByRole('row', { name: /South panel/ }).getByRole('button', { name: /^Status of/ })).toBeFocused()
  await press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
})

test('a status is changed by the keyboard alone: Enter opens the menu on its first item, before the answer and after; Escape leads back (§2.40, §4.3)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Pressed study')
  let statuses: HeldCalls | undefined
  const page = await visit('admin@acme.example', study.sourceTablePath, {
    prepare: async page => {
      statuses = await holdCalls(page, /\/v1\/statuses\//)
    },
  })
  await expect(rowHeads(page)).toHaveCount(3)
  const status = statusButton(page, 'North panel')
  const present = page.getByRole('menuitem', { name: 'Live', exact: true })
  const dialog = confirmation(page)
  await headButton(page, 'Source').focus()
  for (const key of ['ArrowDown', 'End']) await page.keyboard.press(key)
  await expect(status).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(present).toBeFocused()
  await expect(present).toContainText('Loading...')
  statuses?.release()
  await expect(present).toContainText('Current status')
  await expect(present).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(statusItem(page, 'Paused')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(status).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(present).toContainText('Current status')
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(status).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(present).toContainText('Current status')
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Yes, Change Status' })).toBeFocused({ timeout: 50 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(statusButton(page, 'North panel')).toHaveAccessibleName(/^Status of North panel: Paused/)
  await expect(statusButton(page, 'North panel')).toBeFocused()
})
