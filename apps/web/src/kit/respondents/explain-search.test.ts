import { expect, test } from 'vitest'
import { readExplainSearch } from './explain-search.ts'
import { TONE_OF_STATE } from '@desk/schema/respondents/state'
import { pathHeading, ruleWords, stepHeading } from './respondent-words.ts'

test('a link opens the same respondent of the same place again (day.md §3)', () => {
  expect([
    readExplainSearch({ explain: 7, find: ' r-100 ' }),
    readExplainSearch({ explain: '7', find: 100234 }),
    readExplainSearch({ explain: 7 }),
    readExplainSearch({ find: 'r-100' }),
    readExplainSearch({ explain: 'x', find: 'r-100' }),
    readExplainSearch({ explain: 'survey-20' }),
    readExplainSearch({ explain: 'account-20' }),
  ]).toEqual([
    { explain: { scope: 'source', id: 7 }, find: 'r-100' },
    { explain: { scope: 'source', id: 7 }, find: '100234' },
    { explain: { scope: 'source', id: 7 } },
    {},
    {},
    { explain: { scope: 'survey', id: 20 } },
    {},
  ])
})

test('every state has words and a tone', () => {
  expect(Object.values(TONE_OF_STATE)).toEqual([
    'underWay',
    'underWay',
    'refused',
    'refused',
    'refused',
    'good',
    'refused',
    'refused',
    'refused',
    'refused',
    'refused',
    'lost',
    'refused',
    'good',
  ])
})

test('each cause of a refusal at entry has its own heading; other steps have their state’s (§3.11, §3.12, §3.13, look.md 9)', () => {
  const heading = (to: 20 | 21 | 22, rule: string, threshold: string, value: string) =>
    stepHeading({ to, rule, threshold, value })
  expect([
    heading(22, 'pacing', '1 an hour', '1 completes this hour, 3 in progress'),
    heading(22, 'source_status', 'Live', 'Paused'),
    heading(22, 'survey_status', 'Live', 'Draft'),
    heading(22, 'project_status', 'Live', 'Auto-paused'),
    heading(22, 'past_out_of_field', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'),
    heading(22, 'target', '100', '100'),
    heading(22, 'clicks_target', '50', '50'),
    heading(22, 'expected_completes', '100', '90 completes, 40 in progress'),
    heading(22, 'survey_url', 'a usable survey URL', 'none'),
    heading(22, 'sub-quota: Women', '40', '40 completes, 0 in progress'),
    heading(22, 'sub-quota', 'one that fits', 'none'),
    heading(21, 'device', 'Mobile', 'Desktop'),
    heading(21, 'qualification: Age', '18 to 64', '12'),
    heading(20, 'country', 'US', 'DE'),
    heading(20, 'duplicate_fingerprint', '1 in 24 h', '1 others'),
    heading(20, 'duplicate_ip', '1 in 24 h', '1 others'),
    heading(20, 'datacentre', 'no datacentre', 'datacentre'),
    heading(22, 'some_rule', '1', '2'),
  ]).toEqual([
    'Paced: 1 an hour',
    'Paused',
    'Draft: the survey',
    'Auto-paused: the project',
    'Past out of field',
    'Target reached: 100',
    'Clicks target reached: 50',
    'Enough in progress for the target: 100',
    'No usable survey URL',
    'Sub-quota full: Women',
    'No sub-quota fits',
    'Device not taken: Desktop',
    'Not qualified: Age',
    'Country not taken: DE',
    'Duplicate fingerprint',
    'Duplicate IP address',
    'From a datacentre',
    'Overquota: Some rule',
  ])
  expect([
    stepHeading({ to: 35, rule: 'hash', threshold: 'a valid hash', value: 'wrong' }),
    stepHeading({ to: 22, rule: null, threshold: null, value: null }),
  ]).toEqual(['Invalid return', 'Overquota'])
  const step = {
    at: '2026-11-20T12:00:00.000Z',
    from: 10,
    to: 22,
    changed: true,
    rule: 'pacing',
    threshold: '1 an hour',
    value: '',
    detail: null,
  } as const
  const again = { ...step, changed: false, rule: null, threshold: null, value: null, detail: 'entered again' }
  expect([pathHeading({ code: 22, steps: [step, again] }), pathHeading({ code: 30, steps: [] })]).toEqual([
    'Paced: 1 an hour',
    'Complete',
  ])
})

test('rules have names in words', () => {
  expect([ruleWords('defender.duplicate_rid'), ruleWords('pacing')]).toEqual(['Defender duplicate rid', 'Pacing'])
})
