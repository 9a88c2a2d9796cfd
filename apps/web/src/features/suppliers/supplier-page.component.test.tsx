import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Supplier } from '@desk/schema/suppliers/supplier'
import type { SupplierSource } from '@desk/schema/suppliers/supplier-source'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { SAMPLE_REVERSALS } from '#kit/money/testing/sample-reversals.ts'
import { SupplierScreen } from './supplier-screen.tsx'

const SUPPLIER: Supplier = {
  pm_sup_ud: 7,
  name: 'Northlight Panels',
  pm_supplier_type_code_ud: 1,
  recruitment_type: 1,
  security_level: 6,
  custom_security_flg: false,
  text_analytics_flg: false,
  language_threshold: null,
  bot_detection_flg: false,
  threat_level: null,
  activity_enabled_flg: false,
  token_threshold: null,
  supplier_cpi: 4.5,
  redirects: [
    { type: 'complete', url: 'https://northlight.example/c' },
    { type: 'termination', url: 'https://northlight.example/t' },
  ],
  version: 1,
}
const source = (stmid: number, survey: string, more: Partial<SupplierSource> = {}): SupplierSource => ({
  stmid,
  name: 'Main',
  pm_sy_ud: stmid,
  pm_sy_name: survey,
  pm_proj_ud: 4,
  pm_proj_name: 'Coffee',
  type: 'diy',
  statusid: STATUS_CODES.live,
  effective_statusid: STATUS_CODES.live,
  target: 430,
  allocation_percent: 100,
  supplier_cpi: 4.8,
  entrants: 1_000,
  completes: 312,
  ir: 0.41,
  conversion: 0.312,
  rejected: 6,
  reject_rate: 0.019,
  ...more,
})
const report = (completes: number, ir: number | null) => ({
  type: 'suppliers' as const,
  by: ['source' as const],
  as_of: '2026-11-25T05:00:00.000Z',
  currency: 'USD',
  lines: [],
  total: {
    entrants: completes * 4,
    completes,
    eqTerms: 0,
    terms: 0,
    oQs: 0,
    sqTerms: 0,
    abandons: 0,
    inflight: 0,
    ir,
    conversion: 0.25,
    expense: null,
    pricedCompletes: 0,
  },
})

const scores = (flagged: number, rejected: number) => ({
  as_of: null,
  weeks: [],
  unscored: null,
  total: {
    key: 'total',
    name: 'Total',
    flagged,
    refused: 0,
    completes: 0,
    reconciled: 0,
    rejected: 0,
    entrants: 1_000,
    all_refused: 0,
    all_completes: 0,
    all_reconciled: 0,
    all_rejected: 0,
    precision: { share: 0.8, low: 0.71, high: 0.88 },
    recall: null,
    lift: null,
    reject_rate: { share: rejected, low: 0.012, high: 0.036 },
    level: null,
    weeks: [],
  },
  rows: [],
  row_count: 0,
})

const ANSWERS: Answers = {
  'lookups.supplierTypes': [{ pm_code: 1, pm_code_name: 'Panel' }],
  'lookups.codes': [{ pm_code: 1, pm_code_name: 'Proprietary panel' }],
  'suppliers.read': SUPPLIER,
  'suppliers.sources': [source(1, 'Wave 7'), source(2, 'Wave 8')],
  'reports.read': ({ url: { searchParams: asked } }) =>
    (!asked.has('pm_sup_ud') ? report(900, 0.44) : asked.has('to') ? report(100, 0.4) : report(112, 0.38)) as never,
  'scorecards.suppliers': ({ url }) =>
    (url.searchParams.has('supplier') ? scores(34, 0.021) : scores(9, 0.038)) as never,
  'reversals.read': SAMPLE_REVERSALS,
  'disputes.list': { total: 1, disputes: [] } as never,
  'statements.list': { zone: 'UTC', total: 0, periods: [] },
}
const open = (path: string, roleId: 1 | 2 = 1) =>
  testDesk(ANSWERS, {
    user: { ...SAMPLE_USER, role_id: roleId, streamViewType: roleId === 1 ? 'internal' : 'external' },
    path,
  })
const screen = <SupplierScreen id={7} quality={id => <p>Quality of {id}</p>} />

test('a supplier’s page has its figures, its sources with the survey in front, and what waits for a decision (day.md §9)', async () => {
  const page = await draw(await open('/suppliers/7'), screen)
  const rows = page.getByRole('grid', { name: 'Sources' }).getByRole('row')
  await expect.element(rows.nth(1)).toHaveTextContent(/Coffee · Wave 7.*Main.*312.*430.*41.*\$4\.80.*Live/)
  await expect.element(rows.nth(2)).toHaveTextContent(/Coffee · Wave 8.*Main/)
  await expect.element(page.getByText('+12 %')).toBeVisible()
  await expect.element(page.getByText('−2 pt · all 44%')).toBeVisible()
  await expect
    .element(page.getByText('−2 pt · all 44%'))
    .toHaveAttribute('title', expect.stringMatching(/^38% from .* to .*; 40% from .* to .*; all suppliers 44%$/))
  await expect.element(page.getByText('2.1%')).toBeVisible()
  await expect.element(page.getByText('1.2% to 3.6% · all 3.8%')).toBeVisible()
  await expect.element(page.getByText('3.4%')).toBeVisible()
  await expect.element(page.getByText('precision 71% to 88%')).toBeVisible()
  await expect.element(page.getByRole('img', { name: /Nov 0|Dec 0|\d 0/ })).toBeVisible()
  await expect.element(page.getByText('A dispute waits for a decision. Decide')).toBeVisible()
  await expect.element(page.getByText(/No redirect for overquota/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Sources 2' })).toHaveAttribute('aria-current', 'page')
})

test('the tab of the URL is shown: quality, and the form behind Settings (day.md §9)', async () => {
  const quality = await draw(await open('/suppliers/7?tab=quality'), screen)
  await expect.element(quality.getByText('Quality of 7')).toBeVisible()
  await quality.unmount()
  const settings = await draw(await open('/suppliers/7?tab=settings'), screen)
  await expect.element(settings.getByRole('textbox', { name: 'Name (required)' })).toHaveValue('Northlight Panels')
  await expect.element(settings.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page')
})

test('a user without the supply side reads the facts alone, and asks for no sources (domain.md §4)', async () => {
  const desk = await open('/suppliers/7', 2)
  const page = await draw(desk, screen)
  await expect.element(page.getByRole('heading', { name: 'Northlight Panels', level: 1 })).toBeVisible()
  await expect.element(page.getByText('Panel', { exact: true })).toBeVisible()
  expect(page.getByRole('navigation', { name: 'Parts of the supplier' }).elements()).toEqual([])
  expect(desk.asked.map(({ key }) => key)).not.toContain('suppliers.sources')
})

test('a supplier’s money has the margin of its open completes after reversals (forecast.md §6)', async () => {
  const page = await draw(await open('/suppliers/7?tab=money'), screen)
  await expect
    .element(page.getByText(/^Margin of completes that can still be rejected:/))
    .toHaveTextContent('$60.00, expected after reversals $57.00')
})
