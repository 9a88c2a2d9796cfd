import type { LoggedRespondent } from '@desk/schema/respondents/respondent-log'
import { expect, test } from 'vitest'
import { addFilter } from '#kit/tables/testing/choose-filter.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import ExplainDrawer from './explain-drawer.tsx'

const RDUD = '2s-018f0000000070008000000000000000'
const REFUSED: LoggedRespondent = {
  rdud: RDUD,
  stmid: 7,
  source_name: 'Main',
  pm_sy_ud: 2,
  pm_sy_name: 'Gen pop US',
  rid: 'r-1',
  code: 20,
  at: '2026-11-20T12:00:00.000Z',
  rule: 'country',
  supplier: 'Panel',
}
const EARLIER: LoggedRespondent = { ...REFUSED, rdud: RDUD.replace('8000', '9000'), rid: 'r-0', code: 30, rule: null }

const drawer = async (answers: Answers, place = '7') => {
  const desk = await testDesk(
    { 'lookups.codes': [], 'sources.respondents': { respondents: [REFUSED], next: null }, ...answers },
    { path: `/projects/1/survey/2/streams?explain=${place}` },
  )
  return { desk, page: await draw(desk, <ExplainDrawer nameOf={() => 'Main'} />) }
}
const queries = (desk: Awaited<ReturnType<typeof testDesk>>) =>
  desk.asked
    .filter(({ key }) => key === 'sources.respondents')
    .map(({ url }) => [url.searchParams.get('code'), url.searchParams.get('before')])

test('the drawer of a source lists its latest respondents with state, rule and supplier; one press explains one (day.md §3)', async () => {
  const { page, desk } = await drawer({})
  const row = page.getByRole('list').getByRole('button')
  await expect.element(row).toHaveTextContent(/Defender term: Country.*r-1.*Panel/)
  await row.click()
  await expect.element(page.getByLabelText('RDUD or rid')).toHaveValue(RDUD)
  expect(desk.asked.some(({ key, url }) => key === 'sources.explain' && url.searchParams.get('find') === RDUD)).toBe(
    true,
  )
  await page.getByRole('button', { name: 'All respondents' }).click()
  await expect.element(row).toBeVisible()
})

test('a state narrows the list, and earlier respondents come by a button (day.md §3)', async () => {
  const { page, desk } = await drawer({
    'sources.respondents': ({ url }) =>
      url.searchParams.has('before')
        ? { respondents: [EARLIER], next: null }
        : { respondents: [REFUSED], next: url.searchParams.has('code') ? 12 : null },
  })
  await expect.element(page.getByRole('list').getByRole('button')).toHaveLength(1)
  await addFilter('State', 'Defender term')
  await page.getByRole('button', { name: 'Show earlier respondents' }).click()
  await expect.element(page.getByRole('list').getByRole('button')).toHaveLength(2)
  await expect.element(page.getByRole('button', { name: 'Show earlier respondents' })).not.toBeInTheDocument()
  expect(queries(desk)).toEqual([
    [null, null],
    ['20', null],
    ['20', '12'],
  ])
})

test('a list without a match names the filters, and a source without entrants says so (day.md §3)', async () => {
  const { page } = await drawer({ 'sources.respondents': { respondents: [], next: null } })
  await expect.element(page.getByText('No respondent has entered yet.')).toBeVisible()
  await addFilter('Time', 'Last hour')
  await expect.element(page.getByText('No respondent matches these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(page.getByText('No respondent has entered yet.')).toBeVisible()
})

test('the log of a survey names the source of each respondent, and narrows by rule and supplier (day.md §3)', async () => {
  const { page, desk } = await drawer({}, 'survey-2')
  await expect.element(page.getByRole('list').getByRole('button')).toHaveTextContent('Main')
  await addFilter('Rule or reason', 'Country')
  await addFilter('Supplier', 'Panel')
  await expect
    .poll(() => desk.asked.filter(({ key }) => key === 'sources.respondents').at(-1)?.url)
    .toMatchObject({ pathname: '/v1/respondents/survey/2', search: '?limit=50&rule=country&supplier=Panel' })
})

test('pasted lines are looked up together; ids that no respondent has are named (day.md §3)', async () => {
  const { page, desk } = await drawer({ 'sources.lookUp': { respondents: [REFUSED, EARLIER], unknown: ['r-9'] } })
  const field = page.getByLabelText('RDUD or rid')
  await expect.element(field).toBeVisible()
  const pasted = new DataTransfer()
  pasted.setData('text/plain', 'r-1\r\n r-0\nr-9\nr-1\n')
  field.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }))
  await expect.element(page.getByRole('heading', { name: 'Not found: 1' })).toBeVisible()
  await expect.element(page.getByText('r-9')).toBeVisible()
  const [asked] = desk.asked.filter(({ key }) => key === 'sources.lookUp')
  expect(asked?.body).toEqual({ ids: ['r-1', 'r-0', 'r-9'] })
  await page.getByRole('button', { name: 'r-0' }).click()
  await page.getByRole('button', { name: 'The 3 pasted ids' }).click()
  await page.getByRole('button', { name: 'All respondents' }).click()
  await expect.element(page.getByRole('group', { name: 'Filters' })).toBeVisible()
})
