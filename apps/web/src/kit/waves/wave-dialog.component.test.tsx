import type { ProjectDetail } from '@desk/schema/projects/project'
import type { WavePreview } from '@desk/schema/projects/wave'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk } from '#runtime/testing/test-desk.ts'
import WaveDialog from './wave-dialog.tsx'

const COUNTS = { sources: 4, quotas: 12, cancelled_sources: 0, aliases: 0, recontact_lists: 0 }
const PREVIEW: WavePreview = {
  pm_proj_ud: 4,
  pm_proj_name: 'Streaming habits wave 7',
  pm_proj_rep_num: 'AC-7',
  out_of_field_date: '2026-11-09T23:59:00.000Z',
  shift_days: 28,
  surveys: [
    { ...COUNTS, pm_sy_ud: 9, pm_sy_name: 'US', statusid: 1, cancelled_sources: 2 },
    { ...COUNTS, pm_sy_ud: 10, pm_sy_name: 'UK', statusid: 2 },
    { ...COUNTS, pm_sy_ud: 11, pm_sy_name: 'Dropped', statusid: 5 },
  ],
}
const WAVE: ProjectDetail = {
  pm_proj_ud: 5,
  pm_proj_name: 'Streaming habits wave 8',
  pm_proj_rep_num: 'AC-7',
  consultant: null,
  consultant_name: null,
  business_unit_ud: null,
  business_unit_name: null,
  out_of_field_date: null,
  out_of_field_time_zone_code: 22,
  respondents: 0,
  pm_cy_cs_id: null,
  languages_id: null,
  est_loi: null,
  qualifying_rate: null,
  statusid: 3,
  status_reason: null,
  status_changed_by: null,
  status_changed_at: '2026-11-20T09:00:00.000Z',
  status_version: 1,
  survey_count: 1,
  live_source_count: 0,
  created_at: '2026-11-20T09:00:00.000Z',
  country_name: null,
  language_name: null,
  survey_url: null,
  device_compatibility: null,
  version: 1,
  allowed: [],
  warnings: [],
}

const opened = async (answers: Parameters<typeof testDesk>[0]) => {
  const desk = await testDesk({ 'projects.readWave': PREVIEW, ...answers })
  const closed: true[] = []
  const page = await draw(
    desk,
    <WaveDialog projectId={4} name="Streaming habits wave 7" onClose={() => void closed.push(true)} />,
  )
  const sent = () => desk.asked.filter(({ key }) => key === 'projects.makeWave')
  return {
    desk,
    page,
    closed,
    sent,
    dialog: page.getByRole('dialog', { name: 'New wave from Streaming habits wave 7' }),
  }
}

test('the dialog counts the chosen surveys, names the parts it leaves out, and makes one wave (docs/decisions/0098)', async () => {
  const { desk, dialog, closed, sent } = await opened({ 'projects.makeWave': WAVE })
  await expect.element(dialog.getByRole('textbox', { name: 'Project name' })).toHaveValue('Streaming habits wave 8')
  await expect
    .element(dialog.getByRole('status'))
    .toHaveTextContent('Copied as drafts: 2 surveys, 8 sources, 24 quotas.')
  await expect.element(dialog.getByText('2 cancelled sources left out.')).toBeVisible()
  await expect.element(dialog.getByText('New out of field: 7 Dec 2026')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'UK' }).click({ force: true })
  await expect.element(dialog.getByRole('status')).toHaveTextContent('1 survey, 4 sources, 12 quotas.')
  await dialog.getByRole('button', { name: 'Create the wave' }).click()
  await expect.poll(() => closed.length).toBe(1)
  expect(sent().map(({ body }) => body)).toEqual([
    { pm_proj_name: 'Streaming habits wave 8', pm_proj_rep_num: 'AC-7', shift_days: 28, pm_sy_uds: [9] },
  ])
  expect(sent()[0]?.idempotencyKey).not.toBeNull()
  expect(desk.history.location.href).toContain('/projects/5/survey')
})

test('faults show at their fields before and after the call, and the dialog stays (§5.28)', async () => {
  const details = [{ path: ['pm_sy_uds'], message: 'This survey is not of the project' }]
  const { dialog, closed, sent } = await opened({
    'projects.makeWave': refused(422, { message: details[0]!.message, details }),
  })
  await dialog.getByRole('textbox', { name: 'Days to shift all dates' }).fill('1.5')
  await dialog.getByRole('button', { name: 'Create the wave' }).click()
  await expect.element(dialog.getByText('Days must be a whole number from 0 to 3650')).toBeVisible()
  expect(sent()).toEqual([])
  await dialog.getByRole('textbox', { name: 'Days to shift all dates' }).fill('0')
  await dialog.getByRole('button', { name: 'Create the wave' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('This survey is not of the project')
  expect(closed).toEqual([])
})

test('a project without surveys has no wave: nothing is sent (docs/decisions/0098)', async () => {
  const { dialog, sent } = await opened({ 'projects.readWave': { ...PREVIEW, surveys: [] } })
  await expect.element(dialog.getByText('This project has no surveys. Use Duplicate instead.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create the wave' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Choose at least one survey')
  expect(sent()).toEqual([])
})
