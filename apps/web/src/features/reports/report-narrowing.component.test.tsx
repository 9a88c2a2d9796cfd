import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Project } from '@desk/schema/projects/project'
import type { Report } from '@desk/schema/reports/report'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers, type TestDesk } from '#runtime/testing/test-desk.ts'
import { ReportScreen } from './report-screen.tsx'

const FIGURES = { entrants: 100, terms: 20, oQs: 5, completes: 50, ir: 50 / 75, conversion: 0.5 }
const TRAFFIC: Report = {
  type: 'traffic',
  by: ['project'],
  as_of: '2026-11-20T12:00:00.000Z',
  currency: 'USD',
  lines: [{ project: { id: 7, name: 'Tea' }, ...FIGURES }],
  total: FIGURES,
}
const INTERNAL: CurrentUser = { ...SAMPLE_USER, role_id: 1, streamViewType: 'internal' }
const PROJECT_NAMES: Readonly<Record<string, string>> = { 7: 'Tea study', 9: 'Coffee study' }
const projectRow = (id: number): Project => ({
  pm_proj_ud: id,
  pm_proj_name: PROJECT_NAMES[id] ?? '',
  pm_proj_rep_num: `P-${id}`,
  consultant: null,
  consultant_name: null,
  business_unit_ud: null,
  business_unit_name: null,
  out_of_field_date: null,
  out_of_field_time_zone_code: 15,
  respondents: 0,
  pm_cy_cs_id: null,
  languages_id: null,
  est_loi: null,
  qualifying_rate: null,
  statusid: 1,
  status_reason: null,
  status_changed_by: null,
  status_changed_at: '2026-11-20T12:00:00.000Z',
  status_version: 1,
  survey_count: 1,
  live_source_count: 1,
  created_at: '2026-11-20T12:00:00.000Z',
})

/** A desk whose report names the projects that it is narrowed to. */
const reportDesk = (path: string, answers: Answers = {}) =>
  testDesk(
    {
      'reports.traffic': ({ url }) => {
        const ids = url.searchParams.getAll('pm_proj_ud').map(Number)
        return ids.length === 0
          ? TRAFFIC
          : { ...TRAFFIC, narrowed_to: ids.map(id => ({ is: 'project', id, name: PROJECT_NAMES[id] ?? '' })) }
      },
      'businessUnits.list': [],
      'lookups.statuses': [
        { pm_code: 1, pm_code_name: 'Live' },
        { pm_code: 2, pm_code_name: 'Paused' },
      ],
      'lookups.countries': [
        { pm_cy_cs_id: 826, name: 'United Kingdom', iso2: 'GB' },
        { pm_cy_cs_id: 840, name: 'United States of America', iso2: 'US' },
      ],
      ...answers,
    },
    { user: INTERNAL, path },
  )
const button = (name: string | RegExp) => screen.getByRole('button', { name, exact: typeof name === 'string' })
const option = (name: string) => screen.getByRole('option', { name })
const queries = (desk: TestDesk) =>
  desk.asked.filter(({ key }) => key === 'reports.traffic').map(({ url }) => url.search)
const searchOf = (desk: TestDesk) => new URLSearchParams(desk.history.location.search)

test('several countries are chosen by typing and Enter, each is a chip, and the report, the URL and the export follow (settlement.md §4)', async () => {
  const desk = await reportDesk('/reports/traffic')
  await draw(desk, <ReportScreen type="traffic" />)
  await button('Countries').click()
  const search = screen.getByRole('searchbox', { name: 'Search countries' })
  await expect.element(search).toHaveFocus()
  await expect.element(option('United Kingdom')).toBeVisible()
  await userEvent.keyboard('kingd{ArrowDown}{Enter}')
  await expect.poll(() => searchOf(desk).get('pm_cy_cs_id')).toBe('826')
  await userEvent.clear(search)
  await option('United States of America').click()
  await expect.poll(() => searchOf(desk).get('pm_cy_cs_id')).toBe('826,840')
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(button('Countries: 2 chosen')).toHaveFocus()
  await expect.poll(() => queries(desk).at(-1)).toContain('pm_cy_cs_id=826&pm_cy_cs_id=840')
  await expect.element(screen.getByRole('row', { name: 'Country: United Kingdom' })).toBeVisible()
})

test('projects are searched on the platform; a link names those of its URL from the report (settlement.md §4)', async () => {
  const asked: (string | null)[] = []
  const desk = await reportDesk('/reports/traffic?pm_proj_ud=7', {
    'projects.list': ({ url }) => {
      asked.push(url.searchParams.get('search'))
      return [projectRow(7), projectRow(9)]
    },
  })
  await draw(desk, <ReportScreen type="traffic" />)
  await expect.element(screen.getByRole('row', { name: 'Project: Tea study' })).toBeVisible()
  await button('Projects: 1 chosen').click()
  await screen.getByRole('searchbox', { name: 'Search projects' }).fill('coff')
  await expect.poll(() => asked).toContain('coff')
  await option('Coffee study').click()
  await expect.poll(() => searchOf(desk).get('pm_proj_ud')).toBe('7,9')
  await expect.element(screen.getByRole('row', { name: 'Project: Coffee study' })).toBeInTheDocument()
})

test('chips are walked by arrows and taken away by Delete, by their cross, or all at once (settlement.md §4)', async () => {
  const desk = await reportDesk('/reports/traffic?pm_proj_ud=7,9&status=2&period=last_month')
  await draw(desk, <ReportScreen type="traffic" />)
  const chips = () =>
    screen
      .getByRole('grid', { name: 'Narrowed to' })
      .getByRole('row')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(chips).toEqual(['Project: Tea study', 'Project: Coffee study', 'Project status: Paused'])
  await screen.getByRole('row', { name: 'Project: Tea study' }).click()
  await userEvent.keyboard('{ArrowRight}{Delete}')
  await expect.poll(chips).toEqual(['Project: Tea study', 'Project status: Paused'])
  await screen
    .getByRole('row', { name: 'Project status: Paused' })
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect.poll(() => [searchOf(desk).get('pm_proj_ud'), searchOf(desk).get('status')]).toEqual(['7', null])
  desk.history.back()
  await expect.poll(() => searchOf(desk).get('status')).toBe('2')
  await button('Remove all').click()
  await expect.poll(() => [...searchOf(desk).keys()]).toEqual(['period'])
  expect(screen.getByRole('grid', { name: 'Narrowed to' }).query()).toBeNull()
})

test('a choice that is not found any more is named by its id, and can be taken away (settlement.md §4)', async () => {
  const desk = await reportDesk('/reports/traffic?pm_sy_ud=5,6', {
    'reports.traffic': ({ url }) =>
      url.searchParams.has('pm_sy_ud') ? refused(404, { message: 'Not found' }) : TRAFFIC,
  })
  await draw(desk, <ReportScreen type="traffic" />)
  await expect.element(screen.getByRole('heading', { name: 'The traffic lines did not load' })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: 'Survey: 6' })).toBeVisible()
  await button('Remove all').click()
  await expect.element(screen.getByRole('rowheader', { name: 'Tea' })).toBeVisible()
})

test('a search that fails or finds nothing says so; surveys are found by typing (settlement.md §4)', async () => {
  const desk = await reportDesk('/reports/traffic', {
    'search.find': refused(503, { message: 'The database is away.' }),
  })
  await draw(desk, <ReportScreen type="traffic" />)
  await button('Surveys').click()
  await expect.element(screen.getByText('Type a name, number or id to find surveys.')).toBeVisible()
  await screen.getByRole('searchbox', { name: 'Search surveys' }).fill('tea')
  await expect.element(screen.getByText('The database is away.')).toBeVisible()
})

test('a time by the calendar is in the URL, asked of the platform as such, and shown with its moments (settlement.md §4)', async () => {
  const desk = await reportDesk('/reports/traffic?days=30', {
    'reports.traffic': ({ url }) =>
      url.searchParams.get('period') === 'last_month'
        ? { ...TRAFFIC, from: '2026-10-01T04:00:00.000Z', to: '2026-11-01T04:00:00.000Z' }
        : TRAFFIC,
  })
  await draw(desk, <ReportScreen type="traffic" />)
  await screen.getByRole('combobox', { name: 'Period' }).selectOptions('Last month')
  await expect.poll(() => queries(desk).at(-1)).toMatch(/^\?period=last_month&limit=\d+&offset=0$/)
  expect([searchOf(desk).get('period'), searchOf(desk).get('days')]).toEqual(['last_month', null])
  await expect.element(screen.getByText(/^of last month, .+ – .+, without test respondents$/)).toBeVisible()
  await screen.getByRole('combobox', { name: 'Period' }).selectOptions('Last 7 days')
  await expect.poll(() => [searchOf(desk).get('period'), searchOf(desk).get('days')]).toEqual([null, '7'])
})
