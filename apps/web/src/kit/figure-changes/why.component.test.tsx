import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { FigureChange } from '@desk/schema/figures/figure-change'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { describe, expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { closeByEscape } from '#runtime/testing/close-by-escape.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers, type Asked } from '#runtime/testing/test-desk.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { createRowStore } from '#ui/table/row-store.ts'
import { figureColumns } from '#kit/tables/figure-columns.ts'
import { RETURNED } from './testing/returned-part.ts'
import { WhyFigureButton } from './why-figure.tsx'
import { whyQuestion, type WhyTotal } from './why-request.ts'
import { Why } from './why.tsx'

const INTERNAL: CurrentUser = { ...SAMPLE_USER, role_id: 1, streamViewType: 'internal' }
const CHANGE: FigureChange = {
  figure: 'expense',
  scope: 'source',
  id: 12,
  name: 'Panel A',
  from: '2026-11-24T05:00:00.000Z',
  to: '2026-11-25T05:00:00.000Z',
  terms: [{ role: 'figure', label: 'Expense', unit: 'cents', before: 10_000, after: 12_250 }],
  parts: [
    { ...RETURNED, sup: 7, supplier: 'Kestrel', respondents: 10, changes: [2_500] },
    {
      sup: 0,
      supplier: null,
      cause: 'reconciliation',
      from_code: 30,
      to_code: 50,
      rule: null,
      request: 3,
      request_number: 2,
      undoes_number: null,
      respondents: 1,
      changes: [-250],
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
      by: 'Ada Byron',
      reason: null,
      note: null,
    },
  ],
  has_more_events: false,
}
const FIGURES = { entrants: 40, completes: 12, expense: 122.5, target: 80 }

const open = async (answers: Answers, path = '/x', user = INTERNAL, total?: WhyTotal) => {
  const desk = await testDesk(answers, { user, path })
  const store = createRowStore<typeof FIGURES & { stmid: number }>({ idOf: ({ stmid }) => String(stmid) })
  store.setAll([{ stmid: 12, ...FIGURES }])
  if (total !== undefined) store.setTotals(FIGURES)
  // rows of this test have the figures that its columns read
  const columns = figureColumns('internal', 'source').filter(({ id }) => Object.hasOwn(FIGURES, id)) as never
  await draw(
    desk,
    <>
      <DataTable
        label="Sources"
        store={store}
        columns={columns}
        columnIds={['entrants', 'completes', 'expense', 'target']}
        sort={null}
        onSortChange={() => undefined}
        totalsPosition={total === undefined ? 'none' : 'bottom'}
        question={whyQuestion('source', total)}
      />
      <WhyFigureButton of={{ scope: 'project', id: 3, figure: 'completes' }}>12</WhyFigureButton>
      <Why />
    </>,
  )
  return desk
}
const cell = (text: string) => screen.getByRole('gridcell', { name: text, exact: true })

describe('why a number changed (settlement.md §4)', () => {
  test('Alt+W on a figure opens its parts, which sum to the difference; the URL says whose figure it is', async () => {
    const desk = await open({ 'figureChanges.read': CHANGE })
    await expect.element(cell('$122.50')).toBeVisible()
    cell('$122.50').element().focus()
    await userEvent.keyboard('{Alt>}w{/Alt}')
    const panel = screen.getByRole('dialog', { name: 'Why did Expense change?' })
    await expect.element(panel.getByText('The changes add up to the difference.')).toBeVisible()
    const lines = [...document.querySelectorAll('table[aria-label="Parts of the change"] tr')].map(row =>
      [...row.children].map(({ textContent }) => textContent),
    )
    expect(lines).toEqual([
      ['Event', 'Expense'],
      ['ReturnedIn the survey → CompleteKestrel10 respondents', '+$25.00'],
      ['Reconciliation 2Complete → Rejected at reconciliationWithout a supplier1 respondent', '−$2.50'],
      ['Total change', '+$22.50'],
    ])
    await expect.element(panel.getByText('Survey Wave 3: target 50 → 80')).toBeVisible()
    expect(desk.history.location.search).toContain('why=source.12.expense')
    expect(desk.asked.find(({ key }) => key === 'figureChanges.read')?.url.pathname).toMatch(
      /figure-changes\/source\/12$/,
    )
    await closeByEscape(panel)
    expect(desk.history.location.search).not.toContain('why')
    await expect.element(cell('$122.50')).toHaveFocus()
  })

  test('totals that are the total of a report lead to its panel, under the same filters; those of one alone have none', async () => {
    const desk = await open({}, '/x', INTERNAL, { report: 'traffic', query: { status: 2, consultant: undefined } })
    const total = screen.getByRole('row').last()
    await expect.element(total).toHaveTextContent(/Total12/)
    const cells = total.element().querySelectorAll<HTMLElement>('[role=gridcell], [role=rowheader]')
    cells[3]?.focus()
    await userEvent.keyboard('{Alt>}w{/Alt}')
    expect(desk.history.location.pathname).toBe('/x')
    cells[1]?.focus()
    await userEvent.keyboard('{Alt>}w{/Alt}')
    await expect.poll(() => desk.history.location.href).toBe('/reports/traffic?status=2&why=report.traffic.completes')
  })

  test('a right press opens the menu of a figure; a figure outside of tables is a button', async () => {
    const desk = await open({ 'figureChanges.read': CHANGE })
    await screen.getByRole('rowheader', { name: '40' }).click({ button: 'right' })
    await screen.getByRole('menuitem', { name: /Why did this number change/ }).click()
    await closeByEscape(screen.getByRole('dialog', { name: 'Why did Entrants change?' }))
    await screen.getByRole('button', { name: 'Completes 12: why did it change?' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Why did Completes change?' })).toBeVisible()
    expect(desk.history.location.search).toContain('why=project.3.completes')
  })

  test.each(['touch', 'pen'] as const)(
    'a tap by %s opens the menu of a figure, which opens its parts; a click of a mouse, and a tap on another cell, open none',
    async pointerType => {
      const desk = await open({ 'figureChanges.read': CHANGE })
      const tap = (element: Element, type: string) => {
        for (const name of ['pointerdown', 'pointerup', 'click'])
          element.dispatchEvent(new PointerEvent(name, { bubbles: true, cancelable: true, pointerType: type }))
      }
      await expect.element(cell('$122.50')).toBeVisible()
      tap(cell('$122.50').element(), 'mouse')
      tap(screen.getByRole('columnheader').first().element(), pointerType)
      expect(screen.getByRole('menu').query()).toBeNull()
      tap(cell('$122.50').element(), pointerType)
      await screen.getByRole('menuitem', { name: /Why did this number change/ }).click()
      await expect.element(screen.getByRole('dialog', { name: 'Why did Expense change?' })).toBeVisible()
      expect(desk.history.location.search).toContain('why=source.12.expense')
    },
  )

  test('parts that do not sum to the difference are no silent answer', async () => {
    const terms = [{ role: 'figure', label: 'Expense', unit: 'cents', before: 10_000, after: 12_251 }] as const
    await open({ 'figureChanges.read': { ...CHANGE, terms } }, '/x?why=source.12.expense')
    await expect.element(screen.getByText(/The parts do not sum to the difference/)).toBeVisible()
  })

  test('a link opens it between two moments of the user’s zone; an invalid order of moments is reported and asks nothing', async () => {
    const desk = await open(
      { 'figureChanges.read': CHANGE },
      '/x?why=source.12.expense&whySpan=chosen&whyFrom=2026-11-25T08:00&whyTo=2026-11-24T08:00',
    )
    await expect.element(screen.getByText('The second moment must be after the first.')).toBeVisible()
    expect(desk.asked.filter(({ key }) => key === 'figureChanges.read')).toEqual([])
    await screen.getByRole('combobox', { name: 'Time' }).selectOptions('Last hour')
    await expect.element(screen.getByText('Panel A')).toBeVisible()
    expect(desk.history.location.search).toContain('whySpan=hour')
    expect(desk.history.location.search).not.toContain('whyFrom')
  })

  test('the plain external view is offered no hidden figure and shows no supplier (domain.md §4)', async () => {
    const { sup: _, supplier: __, ...part } = CHANGE.parts[0] as FigureChange['parts'][number]
    await open(
      { 'figureChanges.read': { ...CHANGE, figure: 'completes', parts: [{ ...part, changes: [2_250] }] } },
      '/x?why=source.12.completes',
      { ...SAMPLE_USER, role_id: 2, streamViewType: 'external' },
    )
    await expect.element(screen.getByText('The changes add up to the difference.')).toBeVisible()
    const offered = [...document.querySelectorAll('select')][0]?.textContent ?? ''
    expect(offered).toContain('Completes')
    for (const hidden of ['Expense', 'Abandons', 'CPI']) expect(offered).not.toContain(hidden)
    expect(document.body.textContent).not.toContain('supplier')
  })

  test('a change that does not load says why and is read again; no change is shown', async () => {
    let tries = 0
    const desk = await open(
      {
        'figureChanges.read': () =>
          ++tries === 1
            ? refused(409, { message: 'Busy' })
            : { ...CHANGE, terms: [{ ...CHANGE.terms[0], before: 5, after: 5 } as never], parts: [], events: [] },
      },
      '/x?why=source.12.expense',
    )
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByText('Nothing of the ledger changed it in this time.')).toBeVisible()
    await expect.element(screen.getByText('No status or target changed.')).toBeVisible()
    expect(desk.asked.length).toBeGreaterThanOrEqual(2)
  })

  test('a part leads to its respondents, and all of it is exported', async () => {
    const asked: Asked[] = []
    await open(
      {
        'figureChanges.read': CHANGE,
        'figureChanges.respondents': one => {
          asked.push(one)
          return [{ at: '2026-11-24T12:00:00.000Z', rdud: 'x-1', rid: 'rid-1', stmid: 12, pm_sy_ud: 4, pm_proj_ud: 3 }]
        },
      },
      '/x?why=source.12.expense',
    )
    await screen.getByRole('button', { name: '10 respondents' }).click()
    await expect
      .element(screen.getByRole('link', { name: 'rid-1' }))
      .toHaveAttribute('href', '#/manage/project/3/survey/4/streams?explain=12&find=x-1')
    expect(asked[0]?.url.searchParams.get('sup')).toBe('7')
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
      if (blob instanceof Blob) saved.push(blob)
      return 'blob:none'
    })
    await screen.getByRole('button', { name: 'Export', exact: true }).click()
    await screen.getByRole('menuitem', { name: 'Table (CSV)' }).click()
    await expect.poll(() => saved.length).toBe(1)
    const text = (await saved[0]?.text()) ?? ''
    expect(text.replace('\uFEFF', '').split('\r\n').slice(0, 5)).toEqual([
      '"Cause","States","Supplier","Respondents","Request","Expense (money)"',
      '"Before","","","","","100.00"',
      '"Returned","In the survey → Complete","Kestrel","10","","25.00"',
      '"Reconciliation 2","Complete → Rejected at reconciliation","Without a supplier","1","2","-2.50"',
      '"After","","","","","122.50"',
    ])
    vi.restoreAllMocks()
  })
})
