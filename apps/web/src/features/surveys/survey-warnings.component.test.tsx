import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SAMPLE_SURVEY } from '#kit/bulk/testing/sample-survey.ts'
import { drawSurveyForm } from './testing/draw-survey-form.tsx'

const SURVEY: SurveyDetail = {
  ...SAMPLE_SURVEY,
  completes: 40,
  last_source: { name: 'Panel mix', out_of_field_date: '2096-12-01T17:00:00.000Z' },
  dearest_source: { name: 'Kestrel only', supplier_cpi: 3.25 },
}
const TARGET = '40 completes are made: with a target of 30 the survey stops within a minute.'
const END = 'Panel mix ends later, 1 Dec 2096, 12:00: it stops with the survey.'
const PRICE = 'The supply price of Kestrel only $3.25 is above the sell price $3.00: each complete loses $0.25.'

test('a target, an end and a sell price that are seldom meant are warned of at their fields and beside Save, asked about in one dialog, and set back by one Undo (domain.md §2, §5.11)', async () => {
  const { sent } = await drawSurveyForm(SURVEY)
  await page.getByLabelText('Target (N)').fill('30')
  await expect.element(page.getByLabelText('Target (N)')).toHaveAccessibleDescription(TARGET)
  await page.getByLabelText('Sell Price').fill('3')
  await expect.element(page.getByLabelText('Sell Price')).toHaveAccessibleDescription(PRICE)
  await page.getByLabelText('Out of field date').fill('2096-11-01T12:00')
  await expect.element(page.getByLabelText('Out of field date')).toHaveAccessibleDescription(new RegExp(END))
  await expect.element(page.getByRole('contentinfo').getByText(PRICE)).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  const lines = page.getByRole('alertdialog', { name: 'Save with these warnings?' }).getByRole('listitem')
  await expect.element(lines.nth(2)).toHaveTextContent(PRICE)
  expect([lines.elements().map(({ textContent }) => textContent), sent()]).toEqual([[TARGET, END, PRICE], []])
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('Wave 1 is as it was before')).toBeVisible()
  const changed = { respondents: 30, pm_sy_client_cpi: 3, out_of_field_date: '2096-11-01T16:00:00.000Z' }
  const was = { respondents: 100, pm_sy_client_cpi: 4, out_of_field_date: SURVEY.out_of_field_date }
  expect(sent()).toMatchObject([
    { ...changed, version: 4 },
    { ...was, version: 5 },
  ])
})

test('an end that has passed is asked about once more (§5.7)', async () => {
  await drawSurveyForm(SURVEY)
  const end = page.getByLabelText('Out of field date')
  await end.fill('2021-11-01T12:00')
  await expect.element(end).toHaveAccessibleDescription(/This date has passed: no respondents can enter/)
  await page.getByRole('button', { name: 'Save' }).click()
  const lines = page.getByRole('alertdialog', { name: 'Save with these warnings?' }).getByRole('listitem')
  await expect.element(lines.nth(0)).toHaveTextContent(/^This date has passed/)
})

test('a duplicate has the ends and prices of its sources, and no completes (api:S3)', async () => {
  await drawSurveyForm(SURVEY, 'duplicate')
  await page.getByLabelText('Target (N)').fill('30')
  await page.getByLabelText('Sell Price').fill('3')
  await expect.element(page.getByLabelText('Sell Price')).toHaveAccessibleDescription(PRICE)
  expect(page.getByText(TARGET).elements()).toEqual([])
})

test('another end takes the sources that end with the survey along, in the same save and the same Undo (docs/decisions/0100)', async () => {
  const { sent } = await drawSurveyForm({ ...SURVEY, last_source: null, completes: 0, ends_with_survey: [21, 22] })
  const old = String(SURVEY.out_of_field_date)
  const later = new Date(Date.parse(old) + 3 * 86_400_000)
  const wall = new Date(later.getTime() - 5 * 3_600_000).toISOString().slice(0, 16)
  await page.getByLabelText('Out of field date').fill(wall)
  await expect.element(page.getByRole('checkbox', { name: 'Move 2 sources by 3 days later as well' })).toBeChecked()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => sent().length).toBe(2)
  expect(sent()).toMatchObject([
    { out_of_field_date: later.toISOString(), move_sources: { stmids: [21, 22], days: 3 } },
    { out_of_field_date: old, move_sources: { stmids: [21, 22], days: -3 } },
  ])
})
