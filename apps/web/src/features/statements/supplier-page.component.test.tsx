import type { SupplierDesk, SupplierOutcomes, SupplierStatement } from '@desk/schema/statements/supplier-desk'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { supplierApi } from '#runtime/supplier-link/supplier-api.ts'
import { SupplierPage } from './supplier-page.tsx'

const TOKEN = 'T'.repeat(43)
const SUMS = {
  lines: 1,
  completes: 1,
  complete_cents: 250,
  adjustments: 0,
  adjustment_cents: 0,
  total_cents: 250,
  priced_completes: 1,
  priced_adjustments: 0,
}
const DESK: SupplierDesk = {
  account_name: 'Acme Research',
  supplier_name: 'Kestrel',
  expires_at: '2026-12-20T12:00:00.000Z',
  zone: 'America/New_York',
  currency: 'USD',
  sources: [],
  disputes: [],
  months: [
    { month: '2026-11', state: 'open', ...SUMS },
    { month: '2026-10', state: 'closed', ...SUMS },
  ],
}
const HASH = 'a'.repeat(64)
const statementOf = (month: string): SupplierStatement => ({
  ...SUMS,
  pm_sup_ud: 5,
  name: 'Kestrel',
  head: month === '2026-10' ? HASH : null,
  month,
  state: month === '2026-10' ? 'closed' : 'open',
  zone: 'America/New_York',
  currency: 'USD',
  account_name: 'Acme Research',
  closed_at: null,
  fingerprint: month === '2026-10' ? HASH : null,
  parts: [
    {
      stmid: 9,
      source_name: 'US genpop',
      pm_proj_ud: 3,
      kind: 'complete',
      origin: month,
      lines: 1,
      price_cents: 250,
      amount_cents: 250,
    },
  ],
  page: [
    {
      line: 1,
      kind: 'complete',
      origin: month,
      at: `${month}-05T12:00:00.000Z`,
      pm_proj_ud: 3,
      stmid: 9,
      source_name: 'US genpop',
      rdud: `1-${'0'.repeat(32)}`,
      rid: '<b>mine</b>',
      from_code: 11,
      to_code: 30,
      reason_code: null,
      amount_cents: 250,
      hash: null,
    },
  ],
})
const ROW: SupplierOutcomes['rows'][number] = {
  rid: 'mine-2',
  rdud: `1-${'1'.repeat(32)}`,
  outcome: 'applied_reject',
  reason_code: 930,
  reason: 'Fraud',
  complete_month: '2026-10',
  adjustment_month: '2026-11',
  dispute: null,
  can_dispute: true,
}

interface Answer {
  readonly status?: number
  readonly body: unknown
}
/** A desk that answers by path, and what it was asked. */
function deskOf(answers: Readonly<Record<string, Answer | ((url: URL) => Answer)>>) {
  const asked: { readonly url: string; readonly headers: Headers }[] = []
  const send: NonNullable<Parameters<typeof supplierApi>[1]> = (input, init) => {
    const url = typeof input === 'string' ? input : ''
    asked.push({ url, headers: new Headers(init?.headers) })
    const to = new URL(url, location.origin)
    const answer = answers[to.pathname.slice('/v1/supplier-statements'.length)] ?? { status: 404, body: {} }
    const { status = 200, body } = typeof answer === 'function' ? answer(to) : answer
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  }
  return { asked, api: supplierApi(TOKEN, send) }
}
const ANSWERS: Readonly<Record<string, Answer>> = {
  '': { body: DESK },
  '/2026-11': { body: statementOf('2026-11') },
  '/2026-10': { body: statementOf('2026-10') },
  '/2026-11/outcomes': { body: { rows: [], has_more: false } },
  '/2026-10/outcomes': {
    body: {
      rows: [ROW, { ...ROW, outcome: 'undone', can_dispute: false, rdud: `1-${'2'.repeat(32)}` }],
      has_more: false,
    },
  },
}
const shown = (
  api: ReturnType<typeof supplierApi> | null,
  month: string | null = null,
  onMonth: (month: string) => void = () => undefined,
) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false, retryDelay: 0 } } })}>
      <SupplierPage api={api} month={month} onMonth={onMonth} addressOf={named => `?month=${named}#x`} />
    </QueryClientProvider>,
  )

test('a link shows the newest month, its sums and lines as text, and sends its token in a header alone (S4, S11)', async () => {
  const { api, asked } = deskOf(ANSWERS)
  const chosen: string[] = []
  await shown(api, null, month => chosen.push(month))
  await expect.element(screen.getByRole('heading', { name: 'Statements of Kestrel' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Statement of November 2026' })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /<b>mine<\/b>/ })).toHaveTextContent(/Complete.*\$2\.50/)
  await expect.element(screen.getByText('No reconciliation names one of your respondents.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Signed CSV', exact: true })).not.toBeInTheDocument()
  await screen.getByRole('link', { name: 'October 2026' }).click()
  expect(chosen).toEqual(['2026-10'])
  expect(asked.map(({ url }) => url.includes(TOKEN))).toEqual(asked.map(() => false))
  expect(new Set(asked.map(({ headers }) => headers.get('authorization')))).toEqual(new Set([`Bearer ${TOKEN}`]))
})

test('a closed month has its seal, both files and what the client said, undone rows as such', async () => {
  const { api, asked } = deskOf({ ...ANSWERS, '/2026-10/file': { body: 'a workbook' } })
  await shown(api, '2026-10')
  await expect.element(screen.getByText('Key that signed it')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Signed CSV', exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Unsigned XLSX', exact: true }).click()
  await expect.poll(() => asked.map(({ url }) => url)).toContain('/v1/supplier-statements/2026-10/file?format=xlsx')
  const said = screen.getByRole('table', { name: 'Client’s decisions' })
  await expect
    .element(said)
    .toHaveTextContent(/mine-2.*Rejected.*930 Fraud.*October 2026.*November 2026.*Undone: it counts as before/)
})

test.each(['Print', 'Ctrl P'])('%s reads all lines and all that the client said first, then prints them', async by => {
  const printed: (readonly number[])[] = []
  const rowsOf = (name: RegExp): number => screen.getByRole('row', { name }).elements().length
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    printed.push([rowsOf(/line-/), rowsOf(/said-/)])
  })
  const [line] = statementOf('2026-11').page
  const { api } = deskOf({
    ...ANSWERS,
    '/2026-11': ({ searchParams }) => {
      const no = Number(searchParams.get('offset')) + 1
      const page = line === undefined ? [] : [{ ...line, line: no, rid: `line-${no}` }]
      return { body: { ...statementOf('2026-11'), lines: 3, page } }
    },
    '/2026-11/outcomes': ({ searchParams }) => {
      const offset = Number(searchParams.get('offset'))
      return { body: { rows: [{ ...ROW, rid: `said-${offset}`, reason_code: 930 + offset }], has_more: offset === 0 } }
    },
  })
  await shown(api)
  await expect.element(screen.getByText('1 of 3 lines')).toBeVisible()
  await expect.element(screen.getByRole('row', { name: 'said-0' })).toBeVisible()
  if (by === 'Print') await screen.getByRole('button', { name: 'Print' }).click()
  else await userEvent.keyboard('{Control>}p{/Control}')
  await expect.poll(() => printed).toEqual([[3, 2]])
  print.mockRestore()
})

test('an address without a link, a link that opens nothing, and one without statements each say what to do', async () => {
  const none = await shown(null)
  await expect.element(screen.getByRole('heading', { name: 'This page needs a link' })).toBeVisible()
  await none.unmount()
  const revoked = await shown(deskOf({ '': { status: 401, body: { message: 'This link was revoked. Ask.' } } }).api)
  await expect.element(screen.getByText('This link was revoked. Ask.')).toBeVisible()
  await revoked.unmount()
  await shown(deskOf({ '': { body: { ...DESK, months: [] } } }).api)
  await expect.element(screen.getByRole('heading', { name: 'No statements yet' })).toBeVisible()
})

test('what did not load, or is not what the desk says, is asked for again', async () => {
  const answers = { ...ANSWERS, '/2026-11': { status: 503, body: { message: 'The desk is away for a moment.' } } }
  await shown(deskOf(answers).api)
  await expect.element(screen.getByText('The desk is away for a moment.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('an answer that is none of the desk’s is a failure, and no blank page', async () => {
  await shown(deskOf({ '': { body: { months: 'many' } } }).api)
  await expect.element(screen.getByRole('heading', { name: 'Your statements did not load' })).toBeVisible()
})

test('a rejected row is disputed once, with what the supplier brings forward; the answer is shown as text (settlement.md §2)', async () => {
  const dispute = {
    state: 'upheld' as const,
    evidence: '<i>14 minutes</i>',
    raised_at: '2026-11-20T12:00:00.000Z',
    lapses_at: '2026-12-05T05:00:00.000Z',
    decided_at: '2026-11-21T12:00:00.000Z',
    decision_note: 'Not in our log',
  }
  const outcomes = { rows: [ROW], has_more: false }
  const answers: Record<string, Answer> = {
    ...ANSWERS,
    '/2026-10/outcomes': { body: outcomes },
    '/2026-10/disputes': { body: { ...dispute, state: 'disputed', decided_at: null, decision_note: '' } },
  }
  await shown(deskOf(answers).api, '2026-10')
  await screen.getByRole('button', { name: 'Dispute mine-2' }).click()
  await screen.getByRole('button', { name: 'Send it' }).click()
  await expect.element(screen.getByText('Evidence is required')).toBeVisible()
  const why = screen.getByLabelText('Why the rejection is wrong')
  await why.fill('<i>14 minutes</i>\nas the log says')
  // one round: what speaks for the complete has lines
  await expect.element(why).toHaveValue('<i>14 minutes</i>\nas the log says')
  answers['/2026-10/outcomes'] = { body: { rows: [{ ...ROW, can_dispute: false, dispute }], has_more: false } }
  await screen.getByRole('button', { name: 'Send it' }).click()
  await expect
    .element(screen.getByRole('table', { name: 'Client’s decisions' }))
    .toHaveTextContent(/Upheld.*You said: <i>14 minutes<\/i>.*Answer: Not in our log/)
  await expect.element(screen.getByRole('button', { name: 'Dispute mine-2' })).not.toBeInTheDocument()
})

test('a dispute whose answer was lost is sent again under its key (docs/decisions/0093)', async () => {
  const answers: Record<string, Answer> = {
    ...ANSWERS,
    '/2026-10/disputes': { status: 503, body: { message: 'Away.' } },
  }
  const { api, asked } = deskOf(answers)
  await shown(api, '2026-10')
  await screen.getByRole('button', { name: 'Dispute mine-2' }).click()
  await screen.getByLabelText('Why the rejection is wrong').fill('14 minutes')
  const keys = () =>
    asked.flatMap(({ url, headers }) => (url.endsWith('/disputes') ? [headers.get('idempotency-key')] : []))
  await screen.getByRole('button', { name: 'Send it' }).click()
  await expect.element(screen.getByText('Away.')).toBeVisible()
  await screen.getByRole('button', { name: 'Send it' }).click()
  await expect.poll(() => keys().length).toBe(2)
  expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Set(keys()).size).toBe(1)
})

test('disputes and live sources are above the statements: sources of one name have project and id, and a link is selected whole (day.md §9, S11)', async () => {
  const source = { name: 'Main', completes: 12, places_left: 88 }
  const link = (id: number) => `https://desk.example/entry/${id}?sup=5&rid=[%RID%]&age=[%AGE%]`
  const { api } = deskOf({
    ...ANSWERS,
    '': {
      body: {
        ...DESK,
        sources: [
          { ...source, stmid: 9, pm_proj_ud: 3, link: link(9) },
          { ...source, stmid: 10, pm_proj_ud: 4, link: link(10) },
        ],
        disputes: [
          {
            rid: 'mine-2',
            rdud: ROW.rdud,
            complete_month: '2026-10',
            state: 'disputed',
            evidence: 'It was complete.',
            raised_at: '2026-11-20T12:00:00.000Z',
            lapses_at: '2026-12-04T12:00:00.000Z',
            decided_at: null,
            decision_note: '',
          },
        ],
      },
    },
  })
  await shown(api)
  await expect
    .element(screen.getByRole('table', { name: 'Your disputes' }).getByRole('row').nth(1))
    .toHaveTextContent(/mine-2.*October 2026.*Lapses at.*It was complete\./)
  await expect
    .element(screen.getByRole('table', { name: 'Live sources' }).getByRole('row').nth(1))
    .toHaveTextContent(/Main.*\(project 3, 9\).*12.*88/)
  const field = screen.getByRole('textbox', { name: /^Entry link of .*project 4, 10/ })
  await field.click()
  expect(getSelection()?.toString()).toBe(link(10))
})
