import { NO_FIELD_FACTS } from '@desk/schema/figures/no-field-facts'
import type { SourceRow } from '@desk/schema/figures/figures'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Asked } from '#runtime/testing/test-desk.ts'
import { SourceTableScreen } from './source-table.tsx'

const FIGURES = {
  allocation: 1,
  entrants: 30,
  eqTerms: 0,
  terms: 10,
  oQs: 0,
  sqTerms: 0,
  abandons: 0,
  inflight: 0,
  completes: 20,
  ir: 0.5,
  conversion: 0.66,
  loi: 9,
  last_complete_at: null,
  target: 100,
  figures_version: 0,
  ...NO_FIELD_FACTS,
}
const ROW: SourceRow = {
  ...FIGURES,
  stmid: 7,
  pm_sy_ud: 9,
  name: 'Old panel',
  type: 'diy',
  statusid: 1,
  effective_statusid: 2,
  status_reason: null,
  status_changed_by: null,
  status_changed_at: '2026-11-20T09:00:00.000Z',
  status_version: 1,
}
const WAS = ({ url }: Asked) => ({
  at: url.searchParams.get('at') ?? '',
  statusid: 2,
  effective_statusid: 2,
  status_reason: null,
  status_changed_by: null,
  pm_sy_name: 'Tea drinkers',
  pm_proj_ud: 4,
  pm_proj_name: 'Tea',
  rows: [ROW],
  totals: { ...FIGURES, pm_sy_ud: 9, pm_proj_ud: 4 },
})
const SCREEN = <SourceTableScreen prefix="/projects" projectUID={4} surveyUID={9} />

test('a survey at a past moment shows its sources and status of then, without a way to change them, and leads back to now (forecast.md §7)', async () => {
  const desk = await testDesk(
    { 'asItWas.survey': WAS, 'projects.hourlyCompletes': [], 'history.marks': [] },
    { path: '/projects/4/survey/9/streams?asOf=2026-11-24T07:00' },
  )
  const page = await draw(desk, SCREEN)
  await expect.element(page.getByRole('heading', { name: 'Tea drinkers' })).toBeVisible()
  const row = page.getByRole('row', { name: /Old panel/ })
  await expect.element(row).toHaveTextContent(/Live · survey is paused/)
  expect(row.getByRole('button').elements()).toEqual([])
  await page.getByRole('button', { name: 'Back to now' }).click()
  expect(desk.history.location.search).not.toContain('asOf')
})

test('a figure of a past moment is explained from that moment until now (forecast.md §7)', async () => {
  const desk = await testDesk(
    { 'asItWas.survey': WAS, 'projects.hourlyCompletes': [], 'history.marks': [] },
    { path: '/projects/4/survey/9/streams?asOf=2026-11-24T07:00' },
  )
  const page = await draw(desk, SCREEN)
  await page
    .getByRole('row', { name: /Old panel/ })
    .getByText('30', { exact: true })
    .click()
  await expect.poll(() => desk.history.location.search).toContain('why=')
  const search = new URLSearchParams(desk.history.location.search)
  expect([search.get('why'), search.get('whySpan'), search.get('whyFrom')]).toEqual([
    'source.7.entrants',
    'chosen',
    '2026-11-24T07:00',
  ])
})

test('a moment before the survey was made says so, and another one can be chosen (forecast.md §7)', async () => {
  const desk = await testDesk(
    {
      'asItWas.survey': refused(422, {
        _tag: 'Refused',
        message: 'It was made later: choose a moment after that.',
        details: [],
      }),
      'projects.hourlyCompletes': [],
    },
    { path: '/projects/4/survey/9/streams?asOf=2020-11-24T07:00' },
  )
  const page = await draw(desk, SCREEN)
  await expect.element(page.getByText(/It was made later/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Back to now' })).toBeVisible()
})
