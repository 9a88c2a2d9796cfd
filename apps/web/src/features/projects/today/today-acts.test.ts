import type { HelpfulAct } from '@desk/schema/forecasts/what-if'
import type { TodayItem } from '@desk/schema/today/today'
import { expect, test } from 'vitest'
import { helpfulAct, openAct, respondentsPath } from './today-acts.ts'

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

test('an act that helps opens its confirmation with the value, or the field of the source’s form (day.md §2)', () => {
  const base = item({})
  const [part] = base.parts
  if (part === undefined) throw new Error('It has a part')
  const act: HelpfulAct = {
    kind: 'price',
    price: 5.65,
    ends_at: null,
    supplier: null,
    outcome: {
      state: 'forecast',
      target: 100,
      ends_at: null,
      p10_at: null,
      p50_at: null,
      p90_at: null,
      p_full: 0.81,
      completes_at_end: null,
    },
    is_enough: true,
    like: null,
  }
  const found = (of: Partial<HelpfulAct>) => helpfulAct(base, part, { ...act, ...of }, 'America/New_York')
  const chosen = [{ id: 4, name: 'UK' }]
  expect(found({})).toEqual({ label: 'Set $5.65', kind: 'supplyPrice', initial: '5.65', chosen })
  expect(found({ kind: 'ends_at', price: null, ends_at: '2026-12-05T23:00:00.000Z' })).toEqual({
    label: 'Extend',
    kind: 'sourceEnd',
    initial: '2026-12-05T18:00',
    chosen,
  })
  expect(found({ kind: 'pacing', price: null })).toEqual({
    label: 'Pacing off',
    href: '#/projects/3/survey/4/stream/4?field=pacing',
  })
})
