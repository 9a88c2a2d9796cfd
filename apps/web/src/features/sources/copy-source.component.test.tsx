import type { SourceOnWire } from '@desk/schema/sources/source'
import type { Survey } from '@desk/schema/surveys/survey'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import CopySource from './copy-source.tsx'

const AT = '2026-11-20T09:00:00.000Z'
const SURVEY: Survey = {
  pm_sy_ud: 9,
  pm_proj_ud: 4,
  pm_sy_name: 'Unhasty study survey',
  respondents: 100,
  pm_cy_cs_id: 840,
  country_name: 'United States',
  languages_id: 37,
  language_name: 'English',
  est_loi: 10,
  qualifying_rate: 30,
  survey_url: null,
  device_compatibility: [],
  out_of_field_date: null,
  out_of_field_time_zone_code: 22,
  statusid: 1,
  effective_statusid: 1,
  status_reason: null,
  status_changed_by: null,
  status_changed_at: AT,
  status_version: 1,
  source_count: 1,
  live_source_count: 1,
  created_at: AT,
}
const COPY: SourceOnWire = {
  stmid: 8,
  pm_sy_ud: 9,
  pm_proj_ud: 4,
  stream_name: 'Panel (copy)',
  type: 'diy',
  isLucid: false,
  respondents: 100,
  completes: 0,
  stream_status_cd: 3,
  effective_statusid: 3,
  status_reason: null,
  status_changed_by: null,
  status_changed_at: AT,
  status_version: 1,
  calculation_type_code_ud: 1,
  click_balancing: false,
  pacing: 0,
  hold_places: 1,
  country_id: null,
  out_of_field_date: null,
  out_of_field_time_zone_code: 22,
  survey_out_of_field_date: null,
  country_name: null,
  alias: null,
  auto_boost: false,
  version: 1,
  allowed: [],
  live_blocks: [],
  warnings: [],
}

test('a source that is being copied is not called off by Cancel: the dialog stays until it gets the result (api:T13)', async () => {
  let answer = (_copy: SourceOnWire): void => {}
  const copied = new Promise<SourceOnWire>(resolve => {
    answer = resolve
  })
  const desk = await testDesk({ 'surveys.list': [SURVEY], 'sources.copy': () => copied })
  const panel = { stmid: 7, name: 'Panel' }
  let isClosed = false
  const page = await draw(
    desk,
    <CopySource source={panel} projectUID={4} surveyUID={9} onClose={() => void (isClosed = true)} />,
  )
  const dialog = page.getByRole('dialog', { name: 'Copy Panel' })
  await dialog.getByRole('button', { name: 'Unhasty study survey' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  expect(desk.asked.filter(({ key }) => key === 'sources.copy').map(({ body }) => body)).toEqual([
    { stmid: 7, pm_sy_ud: 9 },
  ])
  expect(isClosed).toBe(false)
  answer(COPY)
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Panel was copied to Unhasty study survey' }))
    .toBeVisible()
  expect(isClosed).toBe(true)
})
