import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk } from '#runtime/testing/test-desk.ts'
import { SAMPLE_SURVEY } from '#kit/bulk/testing/sample-survey.ts'
import SurveyCellEditor from './survey-cell-editor.tsx'

const SURVEY: SurveyDetail = { ...SAMPLE_SURVEY, ends_with_survey: [7, 8] }
const ZONES = [{ pm_code: 15, pm_code_name: 'Eastern', iana_name: 'America/New_York', pm_code_sort: 1 }]
// the editor reads these fields of its row
const ROW = { pm_sy_ud: 1, pm_proj_ud: 3, pm_sy_name: 'Wave 1' } as unknown as Parameters<
  typeof SurveyCellEditor
>[0]['row']

function Cell({ columnId }: { readonly columnId: string }) {
  const [element] = useState(() => document.body.appendChild(document.createElement('div')))
  const [isOpen, setOpen] = useState(true)
  return isOpen ? (
    <SurveyCellEditor row={ROW} columnId={columnId} element={element} onClose={() => setOpen(false)} />
  ) : null
}

async function drawEditor(columnId: string) {
  const desk = await testDesk(
    { 'surveys.read': SURVEY, 'lookups.codes': ZONES as never, 'surveys.update': { ...SURVEY, version: 5 } }, // a zone has further fields
    { user: SAMPLE_USER, path: '/projects/3/survey' },
  )
  await draw(desk, <Cell columnId={columnId} />)
  return { desk, saves: () => desk.asked.filter(({ key }) => key === 'surveys.update').map(({ body }) => body) }
}

test('a survey’s end moves its sources in the same save, and one Undo brings both back (docs/decisions/0100)', async () => {
  const { saves } = await drawEditor('daysLeft')
  const input = page.getByLabelText('Out of field date', { exact: true })
  await expect.element(input).toHaveValue('2097-01-01T12:00')
  await input.fill('2097-01-04T12:00')
  await expect.element(page.getByRole('checkbox', { name: 'Move 2 sources by 3 days later as well' })).toBeChecked()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('Wave 1 is as it was before')).toBeVisible()
  expect(saves()).toMatchObject([
    { out_of_field_date: '2097-01-04T17:00:00.000Z', version: 4, move_sources: { stmids: [7, 8], days: 3 } },
    { out_of_field_date: '2097-01-01T17:00:00.000Z', version: 5, move_sources: { stmids: [7, 8], days: -3 } },
  ])
})

test('a stale edit of a survey’s cell shows both values, and another Enter saves over the other (day.md §3)', async () => {
  const { desk, saves } = await drawEditor('completes')
  const input = page.getByLabelText('Target (N)', { exact: true })
  await expect.element(input).toHaveValue('100')
  const theirs = { ...SURVEY, respondents: 250, version: 9 }
  desk.answer({
    'surveys.read': theirs,
    'surveys.update': refused(409, { message: 'Stale.', reason: 'stale_version', current: theirs }),
  })
  await input.fill('300')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByText('Another user has changed this survey: it is 250 now, and yours is 300.', { exact: false }))
    .toBeVisible()
  desk.answer({ 'surveys.update': { ...theirs, respondents: 300, version: 10 } })
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Wave 1: 250 → 300')).toBeVisible()
  expect(saves()).toMatchObject([
    { respondents: 300, version: 4 },
    { respondents: 300, version: 9 },
  ])
})
