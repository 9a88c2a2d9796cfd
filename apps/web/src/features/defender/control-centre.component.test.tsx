import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { DEFENDER_RULES } from '@desk/schema/respondents/door-rules'
import type { DefenderPreview, ProjectDefender } from '@desk/schema/defender/settings'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { ControlCentreDialog } from './control-centre-dialog.tsx'

const COUNTRY = { rule: 'country', mode: 'refuse', threshold: null, window_hours: null } as const
const STORED: ProjectDefender = { pm_proj_ud: 5, version: 3, rules: [], before: [COUNTRY] }
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
    <ControlCentreDialog project={{ id: 5, name: 'Snacks' }} onClose={() => (closed += 1)} />,
  )
  return { page, closed: () => closed }
}
const savedOn = ({ asked }: Awaited<ReturnType<typeof open>>) =>
  asked.flatMap(({ key, body }) => (key === 'defender.setForProject' ? [body] : []))

test('a project leaves every rule to the supplier’s level until it sets one, and saves what was previewed (§2.44, api:P15, api:P16)', async () => {
  const desk = await open()
  const { page, closed } = await drawOn(desk)
  const country = page.getByRole('combobox', { name: 'What Country check does' })
  await expect.element(country).toHaveValue('level')
  const save = page.getByRole('button', { name: 'Save' })
  await country.selectOptions('refuse')
  await expect.element(save).toBeDisabled()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(
      'Of 2,310 entrants of the last 7 days it would have refused 50: 43 more than were refused, of whom 31 completed and 4 were rejected later. It would have let in 2 who were refused.Country check: against 60, refuses 50',
    )
  await save.click()
  await expect.poll(closed).toBe(1)
  expect(savedOn(desk)).toEqual([{ rules: [COUNTRY], version: 3 }])
})

test('settings that would have refused everybody are asked about with the number (§2.44)', async () => {
  const desk = await open({ 'defender.preview': { ...PREVIEW, refused: 2_310 } })
  const { page, closed } = await drawOn(desk)
  await page.getByRole('combobox', { name: 'What Country check does' }).selectOptions('refuse')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog', { name: 'Refuse everybody?' })
  await expect
    .element(question)
    .toHaveTextContent('would have refused everybody who entered in the last 7 days: 2,310 in all')
  expect(savedOn(desk)).toEqual([])
  await question.getByRole('button', { name: 'Save all the same' }).click()
  await expect.poll(closed).toBe(1)
  expect(savedOn(desk)).toEqual([{ rules: [COUNTRY], version: 3 }])
})

test('the last change is undone by previewing and saving what stood there before it', async () => {
  const desk = await open({ 'defender.preview': { ...PREVIEW, entrants: 0 } })
  const { page } = await drawOn(desk)
  await page.getByRole('button', { name: 'Undo the last change' }).click()
  await expect.element(page.getByRole('combobox', { name: 'What Country check does' })).toHaveValue('refuse')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect
    .element(page.getByText('Nobody entered in the last 7 days: there is nothing to judge again.'))
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
