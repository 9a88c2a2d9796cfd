import { PAUSE_REASONS } from '@desk/schema/statuses/pause-reasons'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SAMPLE_SURVEY } from '#kit/bulk/testing/sample-survey.ts'
import { drawSurveyForm } from './testing/draw-survey-form.tsx'

const LINK = '#/manage/project/3/survey/1/streams'
const auto_paused_sources = [
  { name: 'Panel mix', status_reason: 'redirect_errors' },
  { name: 'Kestrel only', status_reason: 'low_ir' },
  { name: 'Heron', status_reason: 'redirect_errors' },
]

test('the checklist of a live survey says why sources of it are auto-paused, by reason (domain.md §2)', async () => {
  await drawSurveyForm({ ...SAMPLE_SURVEY, auto_paused_sources })
  const list = page.getByRole('region', { name: '3 sources are auto-paused' })
  const lines = list.getByRole('listitem')
  await expect.element(lines.nth(0)).toHaveTextContent(`Panel mix, Heron: ${PAUSE_REASONS.redirect_errors.says}`)
  await expect.element(lines.nth(1)).toHaveTextContent(`Kestrel only: ${PAUSE_REASONS.low_ir.says}`)
  await expect.element(list.getByRole('link', { name: 'Go to its sources' })).toHaveAttribute('href', LINK)
})

test('the checklist of an auto-paused survey has the finding, the remedy and Resume, and is not called ready (domain.md §2)', async () => {
  await drawSurveyForm({ ...SAMPLE_SURVEY, statusid: STATUS_CODES.autoPaused, status_reason: 'target_reached' })
  const list = page.getByRole('region', { name: 'Auto-paused: target reached' })
  await expect.element(list).toHaveTextContent(PAUSE_REASONS.target_reached.says)
  await expect.element(list.getByRole('button', { name: 'Resume' })).toBeVisible()
  expect(list.getByText(/Nothing is in the way/).elements()).toEqual([])
})

test('a live survey whose sources run has no checklist', async () => {
  await drawSurveyForm(SAMPLE_SURVEY)
  await expect.element(page.getByLabelText('Target (N)')).toBeVisible()
  expect(page.getByRole('region', { name: /auto-paused|goes live/ }).elements()).toEqual([])
})
