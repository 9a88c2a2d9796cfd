import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Period, ShownLine, Statement } from '@desk/schema/statements/statement'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { testDesk, type Answers } from '#runtime/testing/test-desk.ts'

export const ADMIN: CurrentUser = { ...SAMPLE_USER, role_id: 1, streamViewType: 'internal' }
export const ADVANCED: CurrentUser = { ...SAMPLE_USER, role_id: 2, streamViewType: 'internal' }
export const HASH = 'ab'.repeat(32)
export const FINGERPRINT = 'cd'.repeat(32)

export const SUMS = {
  lines: 4,
  completes: 3,
  complete_cents: 750,
  adjustments: 1,
  adjustment_cents: -250,
  total_cents: 500,
  priced_completes: 3,
  priced_adjustments: 1,
}
export const OCTOBER: Period = {
  ...SUMS,
  month: '2026-10',
  state: 'open',
  can_be_closed: true,
  closes_at: '2026-12-01T05:00:00.000Z',
  closed_by: null,
  currency: 'USD',
  count: 1,
  matching: 1,
  statements: [{ ...SUMS, pm_sup_ud: 5, name: 'Kestrel', head: null }],
}
export const SEPTEMBER: Period = {
  ...OCTOBER,
  month: '2026-09',
  state: 'closed',
  can_be_closed: false,
  closes_at: '2026-10-31T04:00:00.000Z',
  closed_by: 'Ana Admin',
  count: 2,
  matching: 2,
  statements: [
    { ...SUMS, pm_sup_ud: 5, name: 'Kestrel', head: HASH },
    { ...SUMS, pm_sup_ud: null, name: '', head: HASH },
  ],
}
/** The sums of a statement without lines. */
export const NO_SUMS = {
  lines: 0,
  completes: 0,
  complete_cents: 0,
  adjustments: 0,
  adjustment_cents: 0,
  total_cents: 0,
  priced_completes: 0,
  priced_adjustments: 0,
}
export const NOVEMBER: Period = {
  ...OCTOBER,
  ...NO_SUMS,
  month: '2026-11',
  can_be_closed: false,
  closes_at: '2026-12-31T05:00:00.000Z',
  count: 0,
  matching: 0,
  statements: [],
}
export const PERIODS = { zone: 'America/New_York', total: 3, periods: [NOVEMBER, OCTOBER, SEPTEMBER] }

export const lineNo = (line: number): ShownLine => ({
  line,
  kind: line === 4 ? 'adjustment' : 'complete',
  origin: line === 4 ? '2026-08' : '2026-09',
  at: '2026-09-10T16:00:00.000Z',
  pm_proj_ud: 7,
  stmid: 3001,
  source_name: 'North panel',
  rdud: `1-${String(line).padStart(32, '0')}`,
  rid: `kestrel-${line}`,
  from_code: line === 4 ? 30 : 11,
  to_code: line === 4 ? 50 : 30,
  reason_code: line === 4 ? 930 : null,
  amount_cents: line === 4 ? -250 : 250,
  hash: HASH,
})
export const STATEMENT: Statement = {
  ...SUMS,
  pm_sup_ud: 5,
  name: 'Kestrel',
  head: HASH,
  month: '2026-09',
  state: 'closed',
  zone: 'America/New_York',
  currency: 'USD',
  account_name: 'Acme',
  closed_at: '2026-10-31T04:00:00.000Z',
  fingerprint: FINGERPRINT,
  parts: [
    {
      stmid: 3001,
      source_name: 'North panel',
      pm_proj_ud: 7,
      project_name: 'Snacks',
      kind: 'complete',
      origin: '2026-09',
      lines: 3,
      price_cents: 250,
      amount_cents: 750,
    },
    {
      stmid: 3001,
      source_name: 'North panel',
      pm_proj_ud: 7,
      project_name: 'Snacks',
      kind: 'adjustment',
      origin: '2026-08',
      lines: 1,
      price_cents: -250,
      amount_cents: -250,
    },
  ],
  page: [1, 2, 3, 4].map(lineNo),
}

/** A desk with three months of statements, as its server answers. */
export const deskOf = (answers: Answers = {}, user = ADMIN) =>
  testDesk(
    { 'statements.list': PERIODS, 'statements.read': STATEMENT, 'statementLinks.list': [], ...answers },
    { user, path: '/statements' },
  )
