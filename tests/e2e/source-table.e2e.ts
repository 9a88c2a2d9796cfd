import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { FIGURE_COLUMN_LIST } from '@desk/schema/columns/figure-columns'
import type { Locator, Page } from '@playwright/test'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
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
