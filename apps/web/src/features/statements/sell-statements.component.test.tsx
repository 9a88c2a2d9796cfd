import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { SellPeriods, SellStatement } from '@desk/schema/statements/sell-statement'
import type { ShownLine } from '@desk/schema/statements/statement'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { describe, expect, test } from 'vitest'
import { addFilter } from '#kit/tables/testing/choose-filter.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { SellStatementScreen } from './sell-statement.tsx'
import { StatementsScreen } from './statements.tsx'
import { ADMIN, HASH, SUMS, OCTOBER, SEPTEMBER, PERIODS, STATEMENT, deskOf } from './testing/statement-samples.ts'

const EXTERNAL: CurrentUser = { ...SAMPLE_USER, role_id: 2, streamViewType: 'external' }
const BY_UNITS: CurrentUser = { ...ADMIN, invoices_by_business_unit: true }
const CHARGED: SellPeriods = {
  ...PERIODS,
  periods: [
    { ...OCTOBER, statements: [{ ...SUMS, id: 7, name: 'Snacks', head: null }] },
    { ...SEPTEMBER, count: 700, matching: 700, statements: [{ ...SUMS, id: 7, name: 'Snacks', head: HASH }] },
  ],
}
const lineOfSell = ({ stmid: _source, source_name: _name, rid: _rid, ...line }: ShownLine) => ({
  ...line,
  project_name: 'Snacks',
  pm_sy_ud: 12,
  survey_name: 'Crisps',
})
const { parts: _parts, page: _page, pm_sup_ud: _supplier, ...OF_STATEMENT } = STATEMENT
const SELL_STATEMENT: SellStatement = {
  ...OF_STATEMENT,
  of: 'project',
  id: 7,
  name: 'Snacks',
  parts: STATEMENT.parts.map(({ stmid: _stmid, source_name: _source, ...part }) => ({
    ...part,
    pm_sy_ud: 12,
    survey_name: 'Crisps',
  })),
  page: STATEMENT.page.map(lineOfSell),
}
const textsOf = (cells: readonly Element[]) => cells.map(({ textContent }) => textContent)

describe('what clients are charged (settlement.md §2)', () => {
  test('a side is chosen in the address; its statements have their own links and files, and hidden ones are mentioned', async () => {
    const desk = await deskOf({ 'sellStatements.list': CHARGED }, BY_UNITS)
    const page = await draw(desk, <StatementsScreen />)
    await expect.element(page.getByRole('link', { name: 'Kestrel' }).first()).toBeVisible()
    const sides = page.getByRole('radiogroup', { name: 'Statements of' })
    expect(textsOf(sides.getByRole('radio').elements())).toEqual(['Suppliers', 'Projects', 'Business units'])
    await sides.getByRole('radio', { name: 'Projects' }).click()
    const october = page.getByRole('region', { name: 'October 2026' })
    await expect
      .element(october.getByRole('link', { name: 'Snacks' }))
      .toHaveAttribute('href', '#/statements/2026-10?project=7')
    const september = page.getByRole('region', { name: 'September 2026' })
    await expect.element(september.getByRole('row', { name: /^All projects/ })).toHaveTextContent('$5.00')
    await expect.element(september).toHaveTextContent('The first 1 statement of 700: search for others by name or id.')
    expect(textsOf(september.getByRole('button', { name: /^(?:Signed|Unsigned) / }).elements())).toEqual([
      'CSV',
      'XLSX',
    ])
    expect(desk.asked.findLast(({ key }) => key === 'sellStatements.list')?.url.searchParams.get('of')).toBe('project')
    await sides.getByRole('radio', { name: 'Business units' }).click()
    await expect
      .element(page.getByRole('region', { name: 'October 2026' }).getByRole('link', { name: 'Snacks' }))
      .toHaveAttribute('href', '#/statements/2026-10?unit=7')
  })

  test('the plain external view has the charges alone, and nothing of suppliers (domain.md §4)', async () => {
    const desk = await deskOf({ 'sellStatements.list': CHARGED }, EXTERNAL)
    const page = await draw(desk, <StatementsScreen />)
    await expect.element(page.getByRole('link', { name: 'Snacks' }).first()).toBeVisible()
    expect(page.getByRole('radiogroup', { name: 'Statements of' }).elements()).toHaveLength(0)
    expect(page.getByRole('link', { name: 'Disputes' }).elements()).toHaveLength(0)
    expect(desk.asked.map(({ key }) => key)).not.toContain('statements.list')
  })

  test('a search is asked once typing rests; what it finds has no sum of the whole month beneath it', async () => {
    const found = {
      ...CHARGED,
      periods: CHARGED.periods.map(period => ({ ...period, count: 3, matching: 0, statements: [] })),
    }
    const desk = await testDesk(
      {
        'sellStatements.list': ({ url }) => (url.searchParams.get('search') === 'crisps' ? found : CHARGED),
      },
      { user: ADMIN, path: '/statements?of=project' },
    )
    const page = await draw(desk, <StatementsScreen />)
    await expect.element(page.getByRole('row', { name: /^All projects/ }).first()).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('crisps')
    await expect
      .element(page.getByRole('region', { name: 'October 2026' }))
      .toHaveTextContent('None of 3 statements has this name or id.')
    expect(page.getByRole('row', { name: /^All projects/ }).elements()).toHaveLength(0)
    await addFilter('State', 'Closed months')
    await expect
      .poll(() => desk.asked.findLast(({ key }) => key === 'sellStatements.list')?.url.search)
      .toBe('?of=project&limit=12&offset=0&search=crisps&state=closed')
  })

  test('a project’s statement has its surveys, its lines without who supplied them, and both files', async () => {
    const desk = await deskOf({ 'sellStatements.read': SELL_STATEMENT })
    const page = await draw(desk, <SellStatementScreen side="project" month="2026-09" id={7} />)
    await expect.element(page.getByRole('heading', { name: 'Snacks, September 2026' })).toBeVisible()
    const lines = page.getByRole('table', { name: 'Lines' })
    expect(textsOf(lines.getByRole('columnheader').elements())).toEqual([
      'Line',
      'When',
      'Type',
      'Survey',
      'RDUD',
      'State',
      'Reason',
      'Amount',
    ])
    await expect
      .element(page.getByRole('table', { name: 'Sums' }).getByRole('row', { name: /^All/ }))
      .toHaveTextContent('4$5.00')
    expect(textsOf(page.getByRole('button', { name: /^(?:Signed|Unsigned) / }).elements())).toEqual([
      'Signed CSV',
      'Unsigned XLSX',
    ])
    expect(desk.asked.find(({ key }) => key === 'sellStatements.read')?.url.search).toBe(
      '?of=project&limit=200&offset=0&id=7',
    )
  })

  test('projects without a business unit have a statement of their own, which names each project', async () => {
    const statement = { ...SELL_STATEMENT, of: 'business_unit' as const, id: null, name: '' }
    const desk = await deskOf({ 'sellStatements.read': statement })
    const page = await draw(desk, <SellStatementScreen side="unit" month="2026-09" id={null} />)
    await expect.element(page.getByRole('heading', { name: 'Without a business unit, September 2026' })).toBeVisible()
    await expect
      .element(page.getByRole('table', { name: 'Sums' }).getByRole('row', { name: /Adjustment of August 2026/ }))
      .toHaveTextContent('SnacksCrispsAdjustment of August 2026')
    await expect
      .element(page.getByRole('link', { name: 'Statements of business units' }))
      .toHaveAttribute('href', '#/statements?of=unit')
  })
})
