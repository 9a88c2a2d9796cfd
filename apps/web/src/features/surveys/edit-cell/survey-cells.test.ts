import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { expect, test } from 'vitest'
import { SAMPLE_SURVEY } from '#kit/bulk/testing/sample-survey.ts'
import { judgeSurveyCell, typedOfSurvey, type SurveyBasis } from './survey-cells.ts'
import type { SurveyField } from './survey-fields.ts'

const NOW_MS = Date.parse('2026-11-20T12:00:00Z')
const SURVEY: SurveyDetail = {
  ...SAMPLE_SURVEY,
  completes: 40,
  last_source: { name: 'Panel mix', out_of_field_date: '2096-12-01T17:00:00.000Z' },
  ends_with_survey: [7, 8],
  dearest_source: { name: 'Kestrel only', supplier_cpi: 3.25 },
}
const basis = (field: SurveyField, of: Partial<SurveyDetail> = {}): SurveyBasis => ({
  field,
  survey: { ...SURVEY, ...of },
  zones: [{ pm_code: 15, pm_code_name: 'Eastern', iana_name: 'America/New_York' }] as unknown as SurveyBasis['zones'], // the editor reads these fields
})
const judge = (field: SurveyField, typed: string, of: Partial<SurveyDetail> = {}) =>
  judgeSurveyCell(basis(field, of), typed, NOW_MS)

test('a cell of a survey opens with the stored value, a date by the clock of its zone', () => {
  expect((['name', 'target', 'price', 'end'] as const).map(field => typedOfSurvey(basis(field)))).toEqual([
    'Wave 1',
    '100',
    '4.00',
    '2097-01-01T12:00',
  ])
})

test('an edit is judged by the warnings of the survey’s form, and sends that form whole (day.md §3)', () => {
  expect(judge('target', '30')).toMatchObject({
    from: '100',
    to: '30',
    notes: ['0 left to 30'],
    warnings: ['40 completes are made: with a target of 30 the survey stops within a minute.'],
    order: { form: { pm_sy_name: 'Wave 1', respondents: 30, pm_sy_client_cpi: 4 }, was: { respondents: 100 } },
  })
  expect(judge('price', '3')).toMatchObject({
    from: '$4.00',
    to: '$3.00',
    notes: ['Kestrel only, the dearest source, pays $3.25'],
    warnings: ['The supply price of Kestrel only $3.25 is above the sell price $3.00: each complete loses $0.25.'],
  })
  expect(judge('price', '')).toMatchObject({ to: 'the project’s price', warnings: [] })
  expect(judge('price', '').order?.form).not.toHaveProperty('pm_sy_client_cpi')
})

test('another end offers to take the sources along that end with the survey (docs/decisions/0100)', () => {
  expect(judge('end', '2097-01-04T12:00')).toMatchObject({
    offer: 'Move 2 sources by 3 days later as well',
    order: { move: { stmids: [7, 8], days: 3 } },
  })
  expect(judge('end', '2097-01-04T12:00', { ends_with_survey: [] })).toMatchObject({
    offer: null,
    order: { move: null },
  })
})

test.each([
  ['name', '', 'Survey name is required'],
  ['target', 'many', 'Target (N) must be a valid number'],
  ['end', '', 'Out of field date is required'],
] as const)('a survey’s %s of %j is refused by the schema of the form', (field, typed, fault) => {
  expect(judge(field, typed)).toMatchObject({ fault, order: null })
})

test('an unchanged value is no change, and a form without its price is not to be saved', () => {
  const { pm_sy_client_cpi: _hidden, ...hidden } = SURVEY
  expect(judge('target', '100').order).toBeNull()
  expect(judgeSurveyCell({ ...basis('target'), survey: hidden }, '120', NOW_MS).fault).toBe(
    'Its form is not this view’s to change.',
  )
})
