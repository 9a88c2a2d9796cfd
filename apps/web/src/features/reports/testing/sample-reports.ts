import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Report } from '@desk/schema/reports/report'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { testDesk, type Answers, type TestDesk } from '#runtime/testing/test-desk.ts'

/** Everything that a line of supplier performance counts. */
export const FIGURES = {
  entrants: 100,
  eqTerms: 10,
  terms: 20,
  oQs: 5,
  sqTerms: 0,
  abandons: 15,
  inflight: 0,
  completes: 50,
  ir: 50 / 75,
  conversion: 0.5,
  supplierCpi: 2.5,
  expense: 125,
  pricedCompletes: 50,
  drop_off: 0.15,
  epc: 1.25,
  loi_ratio: 1.2,
  rejected_since: 5,
  reject_rate: 0.1,
}

export const SUPPLIERS: Report = {
  type: 'suppliers',
  by: ['supplier'],
  as_of: '2026-11-20T12:00:00.000Z',
  currency: 'USD',
  lines: [
    { supplier: { id: 5, name: 'Kestrel' }, ...FIGURES },
    { supplier: null, ...FIGURES, entrants: 4 },
  ],
  total: { ...FIGURES, entrants: 104 },
}
export const INTERNAL: CurrentUser = { ...SAMPLE_USER, role_id: 1, streamViewType: 'internal' }
export const PLAIN: CurrentUser = { ...SAMPLE_USER, role_id: 2, streamViewType: 'external' }

/** A desk at a report, whose choosers have nothing to choose. */
export const reportDesk = (path: string, answers: Answers, user = INTERNAL): Promise<TestDesk> =>
  testDesk(
    {
      'projects.list': [],
      'lookups.suppliers': [],
      'lookups.statuses': [],
      'lookups.consultants': [],
      'businessUnits.list': [],
      ...answers,
    },
    { user, path },
  )
