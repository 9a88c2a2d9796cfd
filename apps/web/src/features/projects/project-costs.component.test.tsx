import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { CostSummary, type CostSummaryV2 } from '@desk/schema/reports/cost-summary'
import { Schema } from 'effect'
import { expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { Why } from '#kit/figure-changes/why.tsx'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { ProjectCosts } from './project-costs.tsx'

const SUMS = { completes: 120, revenue: 600, expense: 312.5, pricedCompletes: 90, margin: 137.5, margin_share: 0.479 }
const BY_SURVEY: CostSummaryV2 = {
  pm_proj_ud: 5,
  currency: 'USD',
  rows: [
    {
      pm_sy_ud: 7,
      pm_sy_name: 'Wave 3',
      pm_sy_client_cpi: 5,
      ...SUMS,
      completes: 100,
      expense: 260,
      pricedCompletes: 90,
    },
  ],
  total: SUMS,
}
const BY_SOURCE: CostSummary = {
  pm_proj_ud: 5,
  currency: 'USD',
  rows: [
    {
      pm_sy_ud: 7,
      pm_sy_name: 'Wave 3',
      stmid: 9,
      name: 'North',
      type: 'diy',
      completes: 30,
      supplierCpi: null,
      expense: null,
      pricedCompletes: 0,
    },
  ],
  total: { completes: 120, supplierCpi: 2.6, expense: 312.5, pricedCompletes: 90 },
}

test('completes, expense and CPI of each survey, each source and the whole explain their changes; an empty cell explains nothing (settlement.md §4)', async () => {
  const desk = await testDesk(
    { 'reports.costSummaryV2': BY_SURVEY, 'reports.costSummary': Schema.encodeSync(CostSummary)(BY_SOURCE) },
    { user: SAMPLE_USER, path: '/projects/5/details' },
  )
  await draw(
    desk,
    <>
      <ProjectCosts projectUID={5} />
      <Why />
    </>,
  )
  const table = (name: string) => screen.getByRole('table', { name, exact: true })
  await expect.element(table('Cost by source')).toBeVisible()
  const telling = (name: string) =>
    [...table(name).element().querySelectorAll('button')].map(({ ariaLabel }) => ariaLabel)
  expect([telling('Revenue and cost by survey'), telling('Cost by source')]).toEqual([
    ['Completes 100', 'Expense $260.00', 'Priced 90', 'Completes 120', 'Expense $312.50', 'Priced 90'].map(why),
    ['Completes 30', 'Priced 0', 'Completes 120', 'CPI $2.60', 'Expense $312.50', 'Priced 90'].map(why),
  ])
  const ask = async (name: string, figure: string) => {
    await table(name)
      .getByRole('button', { name: why(figure) })
      .click()
    await expect.poll(() => new URLSearchParams(desk.history.location.search).get('why')).not.toBe(asked.at(-1))
    asked.push(new URLSearchParams(desk.history.location.search).get('why'))
    desk.history.replace('/projects/5/details')
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  }
  const asked: (string | null)[] = [null]
  await ask('Revenue and cost by survey', 'Completes 100')
  await ask('Cost by source', 'Completes 30')
  await ask('Cost by source', 'CPI $2.60')
  expect(asked).toEqual([null, 'survey.7.completes', 'source.9.completes', 'project.5.supplierCpi'])
})

const why = (figure: string): string => `${figure}: why did it change?`

test('margin and expense say for how many completes they are known; an exchange’s cost says why it is not (0092)', async () => {
  const desk = await testDesk(
    { 'reports.costSummaryV2': BY_SURVEY, 'reports.costSummary': Schema.encodeSync(CostSummary)(BY_SOURCE) },
    { user: SAMPLE_USER, path: '/projects/5/details' },
  )
  await draw(desk, <ProjectCosts projectUID={5} />)
  await expect.element(screen.getByText('Margin known for 90 of 120 completes.')).toBeVisible()
  await expect.element(screen.getByText('Expense known for 90 of 120 completes.')).toBeVisible()
  await expect
    .element(screen.getByTitle(/^Not known: these completes have no supply price/).last())
    .toHaveTextContent('–')
})

test('revenue and margin of each survey and of the whole lead to the cost summary that tells why they changed (settlement.md §4)', async () => {
  const desk = await testDesk(
    { 'reports.costSummaryV2': BY_SURVEY, 'reports.costSummary': Schema.encodeSync(CostSummary)(BY_SOURCE) },
    { user: SAMPLE_USER, path: '/projects/5/details' },
  )
  await draw(desk, <ProjectCosts projectUID={5} />)
  const telling = screen.getByRole('link', { name: /why did it change/ })
  await expect.element(telling.first()).toBeVisible()
  const path = (figure: string, of = '') => `#/reports/costs?pm_proj_ud=5${of}&why=report.costs.${figure}`
  const figures = ['revenue', 'margin', 'margin_share']
  expect(telling.elements().map(link => link.getAttribute('href'))).toEqual([
    ...figures.map(figure => path(figure, '&pm_sy_ud=7')),
    ...figures.map(figure => path(figure)),
  ])
})
