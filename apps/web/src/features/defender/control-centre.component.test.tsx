import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { DEFENDER_RULES } from '@desk/schema/respondents/door-rules'
import type { DefenderPreview, ProjectDefender } from '@desk/schema/defender/settings'
import { expect, test } from 'vitest'
import { openControlCentre } from '#kit/defender/control-centre-request.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { ControlCentre } from './control-centre.tsx'
import { ControlCentreDialog } from './control-centre-dialog.tsx'

const COUNTRY = { rule: 'country', mode: 'refuse', threshold: null, window_hours: null } as const
const STORED: ProjectDefender = {
  pm_proj_ud: 5,
  version: 3,
  rules: [],
  before: [COUNTRY],
  versions: [],
  hold_out: null,
}
const PREVIEW: DefenderPreview = {
  pm_proj_ud: 5,
  days: 7,
  entrants: 2_310,
  is_partial: false,
  refused: 50,
  more: 43,
  more_completed: 31,
  more_rejected: 4,
  fewer: 2,
  rules: DEFENDER_RULES.map(rule => ({
    rule,
    against: rule === 'country' ? 60 : 0,
    refused: rule === 'country' ? 50 : 0,
  })),
}

const open = (answers: Answers = {}) =>
  testDesk(
    {
      'defender.ofProject': STORED,
      'defender.preview': PREVIEW,
      'defender.setForProject': { ...STORED, version: 4, rules: [COUNTRY] },
      ...answers,
    },
    { user: { ...SAMPLE_USER, role_id: 1 } },
  )
const drawOn = async (desk: Awaited<ReturnType<typeof open>>) => {
  let closed = 0
  const page = await draw(
    desk,
    <ControlCentreDialog of={{ scope: 'project', id: 5, name: 'Snacks' }} onClose={() => (closed += 1)} />,
  )
  return { page, closed: () => closed }
}
const savedOn = ({ asked }: Awaited<ReturnType<typeof open>>) =>
  asked.flatMap(({ key, body }) => (key === 'defender.setForProject' ? [body] : []))

test('a project leaves every rule to the supplier’s level until it sets one, and saves the previewed settings (§2.44, api:P15, api:P16)', async () => {
  const desk = await open()
  const { page, closed } = await drawOn(desk)
  const country = page.getByRole('combobox', { name: 'Action of Country check' })
  await expect.element(country).toHaveValue('level')
  const save = page.getByRole('button', { name: 'Save' })
  await country.selectOptions('refuse')
  await expect.element(save).toBeDisabled()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(
      'Of 2,310 entrants of the last 7 days it would have refused 50: 43 more than were refused, of whom 31 completed and 4 were rejected later. It would not have refused 2 who were.Country check: against 60, refuses 50',
    )
  await save.click()
  await expect.poll(closed).toBe(1)
  expect(savedOn(desk)).toEqual([{ rules: [COUNTRY], version: 3, hold_out: null }])
})

test('only previewed settings are saved, and the journal has one act with the words of its preview (docs/decisions/0093)', async () => {
  const desk = await open()
  const { page } = await drawOn(desk)
  const country = page.getByRole('combobox', { name: 'Action of Country check' })
  const save = page.getByRole('button', { name: 'Save' })
  await country.selectOptions('refuse')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect.element(save).toBeEnabled()
  await country.selectOptions('shadow')
  await expect.element(save).toBeDisabled()
  await country.selectOptions('refuse')
  await save.click()
  await expect.poll(() => savedOn(desk)).toEqual([{ rules: [COUNTRY], version: 3, hold_out: null }])
  const acts = desk.machines.heard().filter(({ machine }) => machine.startsWith('act/'))
  expect(new Set(acts.map(({ machine }) => machine)).size).toBe(1)
  expect(JSON.stringify(acts)).toContain('Country check: against 60, refuses 50')
})

test('Back closes it with the page that it is of (§2.44)', async () => {
  const desk = await open()
  desk.history.push('/projects/5/survey')
  const page = await draw(desk, <ControlCentre />)
  openControlCentre({ scope: 'project', id: 5, name: 'Snacks' })
  const dialog = page.getByRole('dialog', { name: 'Defender control centre: Snacks' })
  await expect.element(dialog).toBeVisible()
  desk.history.back()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('settings that would have refused everybody are asked about with the number (§2.44)', async () => {
  const desk = await open({ 'defender.preview': { ...PREVIEW, refused: 2_310 } })
  const { page, closed } = await drawOn(desk)
  await page.getByRole('combobox', { name: 'Action of Country check' }).selectOptions('refuse')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog', { name: 'Refuse everybody?' })
  await expect
    .element(question)
    .toHaveTextContent('would have refused everybody who entered in the last 7 days: 2,310 in all')
  expect(savedOn(desk)).toEqual([])
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await expect.poll(closed).toBe(1)
  expect(savedOn(desk)).toEqual([{ rules: [COUNTRY], version: 3, hold_out: null }])
})

test('the last change is undone by previewing and saving what stood there before it', async () => {
  const desk = await open({ 'defender.preview': { ...PREVIEW, entrants: 0 } })
  const { page } = await drawOn(desk)
  await page.getByRole('button', { name: 'Undo the last change' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Action of Country check' })).toHaveValue('refuse')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect
    .element(page.getByText('No respondents entered in the last 7 days: there is nothing to judge again.'))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeEnabled()
})

test('settings that did not load say so, and Retry reads them again', async () => {
  const desk = await open({ 'defender.ofProject': refused(403, { message: 'Not now.' }) })
  const { page } = await drawOn(desk)
  await expect.element(page.getByText('The Defender settings did not load')).toBeVisible()
  desk.answer({ 'defender.ofProject': STORED })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('table', { name: 'Defender rules of the project' })).toBeVisible()
})

const VERSIONS = [
  { version: 3, at: '2026-11-20T12:00:00.000Z', by: 'Jane Doe', rules: [], hold_out: null },
  {
    version: 2,
    at: '2026-11-19T12:00:00.000Z',
    by: null,
    rules: [COUNTRY],
    hold_out: { percent: 2, is_billable: true },
  },
]

test('every version is listed with what it set, and one of before is gone back to by previewing and saving it (§2.44)', async () => {
  const desk = await open({ 'defender.ofProject': { ...STORED, versions: VERSIONS } })
  const { page, closed } = await drawOn(desk)
  await page.getByText('Versions (2)').click()
  const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
  await expect.element(versions.nth(0)).toHaveTextContent('Jane DoeCurrentSets no rule')
  await expect.element(versions.nth(1)).toHaveTextContent('Country check: Refuse; Hold-out: 2 %, billed')
  await page.getByRole('button', { name: 'Go back to this one: version 2' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Action of Country check' })).toHaveValue('refuse')
  await expect.element(page.getByRole('textbox', { name: 'Hold-out' })).toHaveValue('2')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(closed).toBe(1)
  expect(savedOn(desk)).toEqual([{ rules: [COUNTRY], version: 3, hold_out: { percent: 2, is_billable: true } }])
})

test('a project’s own hold-out is saved without a preview, and none over 5 percent (docs/decisions/0069)', async () => {
  const desk = await open()
  const { page, closed } = await drawOn(desk)
  const percent = page.getByRole('textbox', { name: 'Hold-out' })
  await expect.element(percent).toBeDisabled()
  await page.getByRole('combobox', { name: 'Whose hold-out holds' }).selectOptions('own')
  await percent.fill('6')
  await expect.element(page.getByText('Hold-out must be a whole number from 0 to 5 %')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await percent.fill('5')
  await page.getByText('Their completes are billed').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(closed).toBe(1)
  expect(savedOn(desk)).toEqual([{ rules: [], version: 3, hold_out: { percent: 5, is_billable: true } }])
})

test('a survey has a control centre of its own, which leaves every rule to its project until it sets one (§2.44)', async () => {
  const desk = await testDesk(
    {
      'defender.ofSurvey': { pm_sy_ud: 7, version: 1, rules: [], before: null, versions: [] },
      'defender.previewOfSurvey': { ...PREVIEW, pm_sy_ud: 7 },
      'defender.setForSurvey': { pm_sy_ud: 7, version: 2, rules: [COUNTRY], before: [], versions: [] },
    },
    { user: { ...SAMPLE_USER, role_id: 1 } },
  )
  let closed = 0
  const page = await draw(
    desk,
    <ControlCentreDialog of={{ scope: 'survey', id: 7, name: 'Wave 2' }} onClose={() => (closed += 1)} />,
  )
  await expect.element(page.getByRole('dialog', { name: 'Defender control centre: Wave 2' })).toBeVisible()
  const country = page.getByRole('combobox', { name: 'Action of Country check' })
  await expect.element(country).toHaveTextContent('Same as project')
  await country.selectOptions('refuse')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('43 more than were refused')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => closed).toBe(1)
  expect(desk.asked.flatMap(({ key, body }) => (key === 'defender.setForSurvey' ? [body] : []))).toEqual([
    { rules: [COUNTRY], version: 1 },
  ])
  expect(page.getByRole('group', { name: 'Hold-out' }).elements()).toEqual([])
})
