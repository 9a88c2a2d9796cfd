import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { RetrievedRespondents } from '@desk/schema/reconciliation/reconciliation-choice'
import type { ReconciliationPreview } from '@desk/schema/reconciliation/reconciliation-preview'
import type { ReconciliationRequest } from '@desk/schema/reconciliation/reconciliation-request'
import type { ReconciliationRow } from '@desk/schema/reconciliation/reconciliation-row'
import type { ReconciliationSummary } from '@desk/schema/reconciliation/reconciliation-summary'
import { testDesk, type Answers } from '#runtime/testing/test-desk.ts'

export const PROJECT_ID = 5
export const RECONCILIATION_PATH = '/projects/5/reconciliation'

export const SUMMARY: ReconciliationSummary = {
  data: { rud: '' },
  pm_proj_ud: PROJECT_ID,
  pm_proj_name: 'Tea study',
  pm_proj_rep_num: 'P-100',
  number_to_type: 'P-100',
  created_at: '2026-10-02T14:00:00.000Z',
  created_on: '2026-10-02',
  time_zone: 'America/New_York',
  window_day: 25,
  completes: 40,
  rejected: 0,
  accepted: 0,
  open_completes: 40,
  next_deadline_at: '2026-11-26T05:00:00.000Z',
  months: [
    {
      month: '2026-10',
      deadline_at: '2026-11-26T05:00:00.000Z',
      is_open: true,
      completes: 40,
      rejected: 0,
      sell_cents: 20_000,
    },
  ],
  money: { currency: 'USD', sell_cents: 0, completes: 0 },
  requests: 0,
  last_stored_at: null,
}

export const REQUEST: ReconciliationRequest = {
  reconciliation_ud: 30,
  pm_proj_ud: PROJECT_ID,
  number: 1,
  mode: 'REJECT_LIST',
  version: 'new',
  kind: 'file',
  channel: 'screen',
  state: 'previewed',
  filename: 'october.csv',
  sha256: 'ab'.repeat(32),
  reading: { delimiter: ',', head_row: 1, sheets: [], rows_not_read: [], hidden_rows: 0 },
  rules_version: 1,
  note: '',
  purchase_order: '',
  undo_of: null,
  undo_of_number: null,
  undo_of_supplier: null,
  rows: 3,
  rest_rows: 0,
  outcomes: [
    { outcome: 'applied_reject', rows: 2 },
    { outcome: 'needs_confirmation', rows: 1 },
  ],
  rest_outcomes: [],
  undone_rows: 0,
  money: { currency: 'USD', sell_cents: -1_000, completes: 2, supply_cents: -520, priced_completes: 2 },
  fault: null,
  by: 'Ann Lee',
  by_uid: 4,
  at: '2026-11-02T15:00:00.000Z',
  stored_by: null,
  stored_at: null,
  undo_until: null,
  statement_months: [],
}

export const ROW: ReconciliationRow = {
  line: 1,
  raw_text: 'rdud-1',
  rdud: 'rdud-1',
  rid: 'cint-1',
  match: 'exact',
  is_confirmed: false,
  from_code: 30,
  to_code: 50,
  outcome: 'applied_reject',
  changed_since: false,
  reason_code: 930,
  comment: 'same answers',
  source: { id: 9, name: 'US genpop' },
  supplier: { id: 4, name: 'Cint' },
  sell_cents: 500,
  supply_cents: 260,
  completed_at: '2026-10-20T12:00:00.000Z',
  complete_month: '2026-10',
  adjustment_month: '2026-11',
  deadline_at: '2026-11-26T05:00:00.000Z',
}

export const ROWS: readonly ReconciliationRow[] = [
  ROW,
  {
    ...ROW,
    line: 2,
    raw_text: 'cint-2',
    rdud: 'rdud-2',
    rid: 'cint-2',
    match: 'rid',
    supplier: { id: 6, name: 'Lucid' },
  },
  {
    ...ROW,
    line: 3,
    raw_text: 'rdud-3x',
    rdud: 'rdud-3',
    match: 'suggestion',
    to_code: 30,
    outcome: 'needs_confirmation',
    comment: '',
  },
]

export const PREVIEW: ReconciliationPreview = {
  request: REQUEST,
  digest: 'd'.repeat(64),
  changes: 2,
  open_suggestions: 1,
  number_to_type: null,
  guards: [],
  by_reason: [{ reason_code: 930, label: 'Fraud', rows: 3, applied: 2, is_unticked: false, sell_cents: -1_000 }],
  by_supplier: [
    {
      pm_sup_ud: 4,
      name: 'Cint',
      rows: 2,
      applied: 1,
      is_unticked: false,
      sell_cents: -500,
      supply_cents: -260,
      priced_completes: 1,
    },
    {
      pm_sup_ud: 6,
      name: 'Lucid',
      rows: 1,
      applied: 1,
      is_unticked: false,
      sell_cents: -500,
      supply_cents: -260,
      priced_completes: 1,
    },
  ],
  by_source: [
    { stmid: 9, name: 'US genpop', target: 40, completes_before: 40, completes_after: 38, rejects: 2, accepts: 0 },
  ],
  changed_since: 0,
  rows: ROWS,
}

export const RETRIEVED: RetrievedRespondents = {
  total: 2,
  respondents: [
    {
      rdud: 'rdud-1',
      rid: 'cint-1',
      code: 30,
      source: { id: 9, name: 'US genpop' },
      supplier: { id: 4, name: 'Cint' },
      entered_at: '2026-10-20T11:50:00.000Z',
      completed_at: '2026-10-20T12:00:00.000Z',
      interview_seconds: 600,
      sell_cents: 500,
      supply_cents: 260,
      deadline_at: '2026-11-26T05:00:00.000Z',
      is_open: true,
    },
    {
      rdud: 'rdud-9',
      rid: 'cint-9',
      code: 30,
      source: { id: 9, name: 'US genpop' },
      supplier: { id: 4, name: 'Cint' },
      entered_at: '2026-08-20T11:50:00.000Z',
      completed_at: '2026-08-20T12:00:00.000Z',
      interview_seconds: 600,
      sell_cents: 500,
      supply_cents: 260,
      deadline_at: '2026-09-26T04:00:00.000Z',
      is_open: false,
    },
  ],
}

/** A desk whose server has this project, without requests. */
export const reconciliationDesk = (answers: Answers = {}, path = RECONCILIATION_PATH, user = SAMPLE_USER) =>
  testDesk(
    {
      'lookups.codes': [],
      'reconciliation.summary': SUMMARY,
      'reconciliation.list': [],
      'reconciliation.filterDates': [
        { date: '2026-10-20', month: '2026-10', is_open: true, completes: 40, rejected: 0 },
      ],
      'reconciliation.filterStreams': [
        { stmid: 9, name: 'US genpop', pm_sy_ud: 8, survey_name: 'Wave 1', completes: 40, rejected: 0 },
      ],
      'reconciliation.filterSuppliers': [{ pm_sup_ud: 4, name: 'Cint', completes: 40, rejected: 0 }],
      'reconciliation.retrieve': RETRIEVED,
      'reconciliation.preview': PREVIEW,
      'reconciliation.upload': PREVIEW,
      'reconciliation.report': { request: REQUEST, total: ROWS.length, rows: ROWS },
      ...answers,
    },
    { path, user },
  )
