import { DEFENDER_CATALOGUE } from '@desk/schema/defender/rules'
import { DEFENDER_RULES } from '@desk/schema/respondents/door-rules'
import { ALL } from '#kit/tables/list-filter.ts'
import { DEFAULT_WEEKS, SCORECARD_PERIODS } from './scorecard-search.ts'

/** The rules that may have flagged a respondent. */
export const ruleOptions = [
  { id: ALL, label: 'All rules' },
  ...DEFENDER_RULES.map(rule => ({ id: rule, label: DEFENDER_CATALOGUE[rule].label })),
]

/** The periods of a list, the default one first. */
export const periodOptions = [
  { id: ALL, label: SCORECARD_PERIODS[DEFAULT_WEEKS] },
  ...Object.entries(SCORECARD_PERIODS).flatMap(([id, label]) => (id === String(DEFAULT_WEEKS) ? [] : [{ id, label }])),
]
