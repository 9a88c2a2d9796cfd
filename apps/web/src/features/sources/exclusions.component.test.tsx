import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { SampleExclusion } from '@desk/schema/exclusions/exclusion'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { Exclusions } from './exclusions.tsx'

const SNACKS = { pm_proj_ud: 5, name: 'Snacks', number: 'SN-1' }
const DRINKS = { pm_proj_ud: 6, name: 'Drinks', number: 'DR-1' }
const NOBODY: SampleExclusion = {
  stmid: 9,
  version: 0,
  projects: [],
  states: 'completes',
  look_back_days: 90,
  kept_out: 0,
}
const SOME: SampleExclusion = {
  ...NOBODY,
  version: 1,
  projects: [{ ...SNACKS, kept_out: 12_430 }],
  kept_out: 12_430,
}

const open = (answers: Answers = {}, role: 1 | 2 = 1) =>
  testDesk(
    {
      'exclusions.ofSource': NOBODY,
      'exclusions.searchProjects': [{ ...DRINKS, statusid: 1, entrants: 1_200, completes: 80 }],
      'exclusions.ofProject': { pm_proj_ud: 4, suppliers: [] },
      'sources.defenderSettings': { pm_sy_ud: 3, rules: [] } as never, // the fields that the card does not read are left out
      ...answers,
    },
    { user: { ...SAMPLE_USER, role_id: role, streamViewType: 'external' } },
  )
const card = <Exclusions projectId={4} surveyId={3} sourceId={9} />

test('the card says how many people the source keeps out, and of which projects (§7.17)', async () => {
  const page = await draw(await open({ 'exclusions.ofSource': SOME }), card)
  await expect.element(page.getByText('Keeps out up to 12,430 people now.')).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Excluded projects' })).toHaveTextContent('Snacks')
  await expect.element(page.getByRole('button', { name: 'Apply exclusions' })).toBeDisabled()
})

test('a project is found, chosen and saved with the version that was read', async () => {
  const desk = await open({ 'exclusions.excludeSample': { ...SOME, version: 1 } })
  const page = await draw(desk, card)
  await expect.element(page.getByText('No respondent of another project is excluded.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search projects to exclude' }).fill('dri')
  await page.getByRole('button', { name: 'Exclude Drinks' }).click()
  await page.getByRole('combobox', { name: 'Who of them' }).selectOptions('All entrants')
  await page.getByRole('textbox', { name: 'Look-back in days' }).fill('30')
  await page.getByRole('button', { name: 'Apply exclusions' }).click()
  await expect.element(page.getByText('Keeps out up to 12,430 people now.')).toBeVisible()
  expect(desk.asked.find(({ key }) => key === 'exclusions.excludeSample')?.body).toEqual({
    projects: [6],
    states: 'entrants',
    look_back_days: 30,
    version: 0,
  })
})

test('what can be typed to find a project is not cut off', async () => {
  const page = await draw(await open(), card)
  const search = page.getByRole('searchbox', { name: 'Search projects to exclude' })
  await expect.element(search).toBeVisible()
  const input = search.element() as HTMLInputElement
  const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(input)
  const pen = document.createElement('canvas').getContext('2d')!
  pen.font = font
  const room = input.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd)
  expect(pen.measureText(input.placeholder).width).toBeLessThanOrEqual(room)
})

test('a look-back that cannot be is said under its field and not sent', async () => {
  const page = await draw(await open({ 'exclusions.ofSource': SOME }), card)
  await page.getByRole('textbox', { name: 'Look-back in days' }).fill('0')
  await expect.element(page.getByText('A whole number of days from 1 to 3,650')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Apply exclusions' })).toBeDisabled()
})

test('a stale edit says so, and shows the stored exclusion when asked', async () => {
  const desk = await open({
    'exclusions.excludeSample': refused(409, {
      _tag: 'Conflict',
      message: 'The exclusion of the source has changed in the meantime.',
      reason: 'stale_version',
      current: SOME,
    }),
  })
  const page = await draw(desk, card)
  await page.getByRole('searchbox', { name: 'Search projects to exclude' }).fill('dri')
  await page.getByRole('button', { name: 'Exclude Drinks' }).click()
  await page.getByRole('button', { name: 'Apply exclusions' }).click()
  desk.answer({ 'exclusions.ofSource': SOME })
  await page.getByRole('button', { name: 'Show the stored ones' }).click()
  await expect.element(page.getByRole('list', { name: 'Excluded projects' })).toHaveTextContent('Snacks')
})

test('exclusions that did not load say so, and Retry reads them again', async () => {
  const desk = await open({ 'exclusions.ofSource': refused(403, { message: 'Not now.' }) })
  const page = await draw(desk, card)
  await expect.element(page.getByText('The exclusions did not load')).toBeVisible()
  desk.answer({ 'exclusions.ofSource': SOME })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('Keeps out up to 12,430 people now.')).toBeVisible()
})

const SUPPLIERS: Answers = {
  'exclusions.ofProject': { pm_proj_ud: 4, suppliers: [{ pm_sup_ud: 7, name: 'North panel', everywhere: true }] },
}

const LOST = 'Your changes to the exclusions are not applied.'

test('exclusions that are not applied are asked about before the page is left, and stay when the user does (§7.17)', async () => {
  const desk = await open({ 'exclusions.ofSource': SOME })
  const page = await draw(desk, card)
  const days = page.getByRole('textbox', { name: 'Look-back in days' })
  await days.fill('30')
  await expect
    .element(page.getByText('Keeps out up to 12,430 people now. Your changes are not applied yet.'))
    .toBeVisible()
  desk.history.push('/suppliers')
  await expect.element(page.getByRole('alertdialog', { name: 'Discard changes?' })).toHaveTextContent(LOST)
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(days).toHaveValue('30')
  expect(desk.history.location.pathname).toBe('/')

  desk.history.push('/suppliers')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => desk.history.location.pathname).toBe('/suppliers')
})

test('exclusions as they are stored, and applied ones, let the page be left without a question', async () => {
  const desk = await open({
    'exclusions.ofSource': SOME,
    'exclusions.excludeSample': { ...SOME, version: 2, look_back_days: 30, kept_out: 1 },
  })
  const page = await draw(desk, card)
  const days = page.getByRole('textbox', { name: 'Look-back in days' })
  await days.fill('30')
  await days.fill('90')
  desk.history.push('/suppliers')
  await expect.poll(() => desk.history.location.pathname).toBe('/suppliers')

  await days.fill('30')
  await page.getByRole('button', { name: 'Apply exclusions' }).click()
  await expect.element(page.getByText('Keeps out up to 1 person now.', { exact: true })).toBeVisible()
  desk.history.push('/projects')
  await expect.poll(() => desk.history.location.pathname).toBe('/projects')
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('excluded suppliers are named, each with its page', async () => {
  const page = await draw(await open(SUPPLIERS), card)
  await expect.element(page.getByRole('link', { name: 'North panel' })).toHaveAttribute('href', '#/suppliers/7')
})

test('users who do not see the supply side see nothing of suppliers', async () => {
  const desk = await open(SUPPLIERS, 2)
  const page = await draw(desk, card)
  await expect.element(page.getByText('No respondent of another project is excluded.')).toBeVisible()
  expect(desk.asked.map(({ key }) => key)).not.toContain('exclusions.ofProject')
})
