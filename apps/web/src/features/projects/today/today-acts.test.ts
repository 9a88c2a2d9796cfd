import type { TodayItem } from '@desk/schema/today/today'
import { expect, test } from 'vitest'
import { openAct, respondentsPath } from './today-acts.ts'

const item = (facts: TodayItem['parts'][number]['facts']): TodayItem => ({
  kind: 'link_check_failed',
  scope: 'survey',
  alert_ids: [1],
  pm_proj_ud: 3,
  pm_proj_name: 'Tea',
  pm_sy_ud: 4,
  pm_sy_name: 'UK',
  began_at: '2026-11-20T12:00:00.000Z',
  changed: null,
  part_count: 1,
  parts: [
    {
      place_id: 4,
      name: 'UK',
      began_at: '2026-11-20T12:00:00.000Z',
      facts,
      statusid: 1,
      completes: null,
      target: null,
      completes_at_risk: null,
    },
  ],
  completes_at_risk: null,
})

test('a link check that failed leads to the test of the source by which it entered (day.md §6)', () => {
  expect(openAct(item({ fault: 'It answered 503.', source: 7 }))).toEqual({
    label: 'Open test',
    href: '#/projects/3/survey/4/stream/7?act=test_survey',
  })
  expect(openAct(item({})).label).toBe('Open')
})

test('an item leads to the respondents of its source, or of the survey of several sources (day.md §3)', () => {
  const ofSurvey = item({})
  const [part] = ofSurvey.parts
  const source = { ...ofSurvey, scope: 'source' as const, parts: part === undefined ? [] : [{ ...part, place_id: 7 }] }
  expect(respondentsPath(source)).toBe('/projects/3/survey/4/streams?explain=7')
  expect(respondentsPath({ ...source, parts: [...source.parts, ...source.parts] })).toBe(
    '/projects/3/survey/4/streams?explain=survey-4',
  )
  expect(respondentsPath(ofSurvey)).toBe('/projects/3/survey/4/streams?explain=survey-4')
  expect(respondentsPath({ ...ofSurvey, pm_sy_ud: null })).toBeNull()
})
