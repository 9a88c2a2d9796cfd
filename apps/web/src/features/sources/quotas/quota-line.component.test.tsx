import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { FigureChange } from '@desk/schema/figures/figure-change'
import { expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { closeByEscape } from '#runtime/testing/close-by-escape.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { Why } from '#kit/figure-changes/why.tsx'
import { RETURNED } from '#kit/figure-changes/testing/returned-part.ts'
import '#kit/figure-changes/why-drawer.tsx'
import { QuotaLineRow, type QuotaActs, type QuotaContext } from './quota-line.tsx'

const CHANGE: FigureChange = {
  figure: 'completes',
  scope: 'source',
  id: 12,
  quota: 3,
  name: 'Panel A · Women › Young',
  from: '2026-11-24T05:00:00.000Z',
  to: '2026-11-25T05:00:00.000Z',
  terms: [{ role: 'figure', label: 'Completes', unit: 'respondents', before: 1_198, after: 1_200 }],
  parts: [{ ...RETURNED, sup: 7, supplier: 'Kestrel', respondents: 2, changes: [2] }],
  others: null,
  events: [],
  has_more_events: false,
}
const nothing = () => undefined
const ACTS: QuotaActs = {
  changeGroup: nothing,
  changeQuota: nothing,
  askConditions: nothing,
  addQuota: nothing,
  even: nothing,
  remove: nothing,
}
const NO_FAULTS = { name: null, target: null, conditions: null }

test('the count of a stored quota explains its change; its remainder follows from the target, and a new quota or source explains nothing (settlement.md §4)', async () => {
  const context: QuotaContext = {
    sourceId: 12,
    qualifications: [],
    labels: new Map(),
    names: new Map(),
    standing: new Map([[3, { completes: 1_200, remaining: 300, target: 1_500 }]]),
    mayNest: true,
  }
  const desk = await testDesk(
    { 'figureChanges.read': CHANGE },
    { user: { ...SAMPLE_USER, role_id: 1, streamViewType: 'internal' }, path: '/x' },
  )
  const shared = { faults: NO_FAULTS, acts: ACTS, isBusy: false, group: 0, context }
  const stored = { quota_no: 3, name: 'Young', conditions: [], target: '1500' }
  await draw(
    desk,
    <>
      <QuotaLineRow {...shared} at={0} quota={stored} />
      <QuotaLineRow {...shared} at={1} quota={{ name: 'Old', conditions: [], target: '10' }} />
      <QuotaLineRow {...shared} at={2} quota={stored} context={{ ...context, sourceId: null }} />
      <Why />
    </>,
  )
  await expect.element(screen.getByText('1,200 in, 300 to go')).toBeVisible()
  const figures = screen.getByRole('button', { name: /why did it change/ })
  expect(figures.elements().map(one => one.getAttribute('aria-label'))).toEqual([
    'Completes of Young 1,200: why did it change?',
  ])
  figures.element().focus()
  await userEvent.keyboard('{Enter}')
  const panel = screen.getByRole('dialog', { name: 'Why did Completes change?' })
  await expect.element(panel.getByRole('heading', { name: 'Panel A · Women › Young' })).toBeVisible()
  await expect.element(panel.getByText('The changes add up to the difference.')).toBeVisible()
  expect(desk.history.location.search).toContain('why=source.12.completes.3')
  const { pathname, searchParams } = desk.asked.find(({ key }) => key === 'figureChanges.read')?.url ?? new URL('x:')
  expect([pathname, searchParams.get('quota')]).toEqual(['/v1/figure-changes/source/12', '3'])
  await closeByEscape(panel)
  await expect.element(figures).toHaveFocus()
})
