import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { zoneText } from '@desk/web/ui/format/offsets'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './desk/desk-fixture.ts'
import { exportedFile } from './desk/exported.ts'

const headsOf = (page: Page): Locator => page.getByRole('grid', { name: 'Sources' }).getByRole('columnheader')
const cellsOf = (page: Page, row: RegExp): Locator => page.getByRole('row', { name: row }).getByRole('gridcell')
const rowHeads = (page: Page): Locator => page.getByRole('grid', { name: 'Sources' }).getByRole('rowheader')
const headButton = (page: Page, name: string): Locator => headsOf(page).getByRole('button', { name, exact: true })

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
      '\uFEFF"Source","Source ID","Type","Target","Full by","Full by P10","Full by P90","Full by out of field","Completes","Conversion","Sell price","Revenue","Status"',
      `"North, ""A"" panel","${idOf('North, "A" panel')}","DIY","1000","","","","","150","12.5%","6.00","0.00","Live"`,
      `"'=cmd panel","${idOf('=cmd panel')}","DIY","100","","","","","0","","6.00","0.00","Live"`,
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
