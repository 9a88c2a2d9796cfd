import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { NO_HOLD_OUT } from '@desk/schema/defender/hold-out'
import { LEVEL_RULES, NO_RULES } from '@desk/schema/defender/levels'
import type { AccountDefender } from '@desk/schema/defender/settings'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { DefenderRulesScreen } from './account-rules.tsx'

const ADMIN = { ...SAMPLE_USER, role_id: 1 as const }
const NEVER: AccountDefender = {
  pm_dsh_ud: ADMIN.pm_dsh_ud,
  version: 0,
  rules: NO_RULES,
  before: null,
  versions: [],
  hold_out: NO_HOLD_OUT,
}
const SAVED: AccountDefender = { ...NEVER, version: 4, rules: LEVEL_RULES[3], before: LEVEL_RULES[2] }

const open = (stored: AccountDefender, answers: Answers = {}) =>
  testDesk({ 'defender.ofAccount': stored, 'history.read': [], ...answers }, { user: ADMIN })
const sentOf = ({ asked }: Awaited<ReturnType<typeof open>>) =>
  asked.find(({ key }) => key === 'defender.setForAccount')?.body

test('a default that was never saved says that no rule judges, and begins from a level (§9.7)', async () => {
  const desk = await open(NEVER, { 'defender.setForAccount': SAVED })
  const page = await draw(desk, <DefenderRulesScreen />)
  await expect.element(page.getByText('No default was saved yet: no rule judges suppliers at level 6.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save rules' })).toBeDisabled()
  await page.getByRole('button', { name: 'Balanced' }).click()
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect.element(page.getByRole('button', { name: 'Undo the last change' })).toBeVisible()
  expect(sentOf(desk)).toEqual({ rules: LEVEL_RULES[3], version: 0, hold_out: NO_HOLD_OUT })
})

test('a mode and a threshold are changed; a number outside its range cannot be saved', async () => {
  const desk = await open(SAVED, { 'defender.setForAccount': { ...SAVED, version: 5 } })
  const page = await draw(desk, <DefenderRulesScreen />)
  const save = page.getByRole('button', { name: 'Save rules' })
  const activity = page.getByRole('textbox', { name: 'Threshold of Activity', exact: true })
  await activity.fill('1001')
  await expect.element(page.getByText('Threshold of Activity must be a whole number from 1 to 1,000')).toBeVisible()
  await expect.element(save).toBeDisabled()
  await activity.fill('40')
  await page.getByRole('combobox', { name: 'Action of Country check' }).selectOptions('refuse')
  await save.click()
  await expect.element(page.getByText(/^The Defender rules are saved/)).toBeVisible()
  const rules = LEVEL_RULES[3].map(setting =>
    setting.rule === 'activity'
      ? { ...setting, threshold: 40 }
      : setting.rule === 'country'
        ? { ...setting, mode: 'refuse' }
        : setting,
  )
  expect(sentOf(desk)).toEqual({ rules, version: 4, hold_out: NO_HOLD_OUT })
})

test('the last change is undone by what stood there before it', async () => {
  const desk = await open(SAVED, { 'defender.setForAccount': { ...SAVED, version: 5, rules: LEVEL_RULES[2] } })
  const page = await draw(desk, <DefenderRulesScreen />)
  await page.getByRole('button', { name: 'Undo the last change' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Action of Country check' })).toHaveValue('off')
  expect(sentOf(desk)).toEqual({ rules: LEVEL_RULES[2], version: 4 })
})

test('a stale edit says so, and shows the stored rules', async () => {
  const theirs = { ...SAVED, version: 5, rules: LEVEL_RULES[4] }
  const desk = await open(SAVED, {
    'defender.setForAccount': refused(409, {
      message: 'The default of the Defender rules has changed in the meantime.',
      reason: 'stale_version',
      current: theirs,
    }),
  })
  const page = await draw(desk, <DefenderRulesScreen />)
  await page.getByRole('button', { name: 'Minimal' }).click()
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('changed in the meantime')
  desk.answer({ 'defender.ofAccount': theirs })
  await page.getByRole('button', { name: 'Show the stored ones' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Action of Data centre' })).toHaveValue('refuse')
})

test('rules that did not load say so, and Retry reads them again', async () => {
  const desk = await open(SAVED, { 'defender.ofAccount': refused(403, { message: 'Not now.' }) })
  const page = await draw(desk, <DefenderRulesScreen />)
  await expect.element(page.getByText('The Defender rules did not load')).toBeVisible()
  desk.answer({ 'defender.ofAccount': SAVED })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('table', { name: 'Defender rules of the account' })).toBeVisible()
})

test('a version of before is gone back to, and a hold-out over 5 percent cannot be saved (§2.44, docs/decisions/0069)', async () => {
  const at = '2026-11-20T12:00:00.000Z'
  const held = { percent: 2, is_billable: true }
  const desk = await open(
    {
      ...SAVED,
      versions: [
        { version: 4, at, by: 'Jane Doe', rules: LEVEL_RULES[3], hold_out: NO_HOLD_OUT },
        { version: 3, at, by: null, rules: LEVEL_RULES[2], hold_out: held },
      ],
    },
    { 'defender.setForAccount': { ...SAVED, version: 5, rules: LEVEL_RULES[2], hold_out: held } },
  )
  const page = await draw(desk, <DefenderRulesScreen />)
  const percent = page.getByRole('textbox', { name: 'Hold-out' })
  await percent.fill('6')
  await expect.element(page.getByText('Hold-out must be a whole number from 0 to 5 %')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save rules' })).toBeDisabled()
  await page.getByText('Versions (2)').click()
  await page.getByRole('button', { name: 'Go back to this one: version 3' }).click()
  await expect.element(percent).toHaveValue('2')
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect.element(page.getByText(/^The Defender rules are saved/)).toBeVisible()
  expect(sentOf(desk)).toEqual({ rules: LEVEL_RULES[2], version: 4, hold_out: held })
})
