import type { BuyerRate } from '@desk/schema/sources/source-suppliers'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { describe, expect, test } from 'vitest'
import { planOutOfField, planPrice, type ReadRow } from './bulk-plan.ts'
import { SELL_PRICE, surveyEnd } from './survey-rules.ts'
import { SAMPLE_SURVEY, SURVEY_FORM } from './testing/sample-survey.ts'
import { warningsOf } from './testing/warnings-of.ts'

const rate = (id: number, over: Partial<BuyerRate> = {}): ReadRow<BuyerRate> => ({
  id,
  name: `Wave ${id}`,
  present: { pm_sy_ud: id, pm_sy_client_cpi: 4, project_client_cpi: null, version: id + 1, ...over },
})

test('another sell price of surveys: the same price is no change, and where the project’s held it is said (§5.11)', () => {
  expect(
    planPrice(
      [rate(1), rate(2, { pm_sy_client_cpi: 5.5 }), rate(3, { pm_sy_client_cpi: null, project_client_cpi: 6 })],
      5.5,
      SELL_PRICE,
    ),
  ).toEqual({
    changes: [
      {
        id: 1,
        name: 'Wave 1',
        from: '$4.00',
        to: '$5.50',
        note: null,
        order: { kind: 'sellPrice', id: 1, payload: { pm_sy_client_cpi: 5.5, version: 2 }, was: 4 },
      },
      {
        id: 3,
        name: 'Wave 3',
        from: 'none',
        to: '$5.50',
        note: 'the project’s $6.00 held',
        order: { kind: 'sellPrice', id: 3, payload: { pm_sy_client_cpi: 5.5, version: 4 }, was: null },
      },
    ],
    stays: [{ id: 2, name: 'Wave 2', why: 'Its price is $5.50 already.' }],
    isStopping: false,
    notes: [],
  })
})

test('another sell price below what a source pays is warned of, and may be set all the same', () => {
  const dearest_source = { name: 'Panel mix', supplier_cpi: 3.5 }
  const plan = planPrice([rate(1, { dearest_source }), rate(2), rate(3, { dearest_source: null })], 3, SELL_PRICE)
  expect(warningsOf(plan)).toEqual([
    [1, 'The supply price of Panel mix $3.50 is above the sell price $3.00: each complete loses $0.50.'],
    [2, undefined],
    [3, undefined],
  ])
})

const survey = (id: number, over: Partial<SurveyDetail> = {}): ReadRow<SurveyDetail> => ({
  id,
  name: `Wave ${id}`,
  present: { ...SAMPLE_SURVEY, pm_sy_ud: id, ...over },
})

describe('another out-of-field date of several surveys', () => {
  const context = {
    say: ({ date }: { date: string | null }) => date ?? 'none',
    nowMs: Date.parse('2097-03-01T00:00:00Z'),
  }
  const wanted = { date: '2097-02-01T17:00:00.000Z', zoneCode: 15 }

  test('an end before that of a source is warned of, and may be set all the same', () => {
    const last_source = { name: 'Panel mix', out_of_field_date: '2097-02-15T17:00:00.000Z' }
    const reads = [survey(1, { last_source }), survey(2)]
    expect(warningsOf(planOutOfField(reads, wanted, surveyEnd({ pricesClient: true }), context))).toEqual([
      [1, 'Panel mix ends later, 2097-02-15T17:00:00.000Z: it stops with the survey.'],
      [2, undefined],
    ])
  })

  test('the whole form goes with the new date and the version that was seen; what its own rules refuse stays and says why; a passed date pauses (§5.5, §5.7, §5.11)', () => {
    const { pm_sy_client_cpi: _price, ...unseen } = SAMPLE_SURVEY
    const reads = [
      survey(1),
      survey(2, { out_of_field_date: wanted.date }),
      survey(3, { survey_url: null }),
      survey(4, { survey_url: null, survey_url_flg: false, pm_sy_client_cpi: null }),
      survey(5, { languages_id: null }),
      { id: 6, name: 'Wave 6', present: unseen },
    ]
    const { survey_url: _url, pm_sy_client_cpi: _cpi, ...bare } = SURVEY_FORM
    const was = { date: '2097-01-01T17:00:00.000Z', zoneCode: 15 }
    const url =
      'Must be a valid URL starting with https:// and contain the [%RDUD%] variable, e.g. https://www.example.com/s?id=[%RDUD%]]'
    expect(planOutOfField(reads, wanted, surveyEnd({ pricesClient: false }), context)).toEqual({
      changes: [
        {
          id: 1,
          name: 'Wave 1',
          from: was.date,
          to: wanted.date,
          note: null,
          order: {
            kind: 'surveyEnd',
            id: 1,
            payload: { ...SURVEY_FORM, out_of_field_date: wanted.date, version: 4 },
            was,
          },
        },
        {
          id: 4,
          name: 'Wave 4',
          from: was.date,
          to: wanted.date,
          note: null,
          order: {
            kind: 'surveyEnd',
            id: 4,
            payload: { ...bare, survey_url_flg: false, out_of_field_date: wanted.date, version: 4 },
            was,
          },
        },
      ],
      stays: [
        { id: 2, name: 'Wave 2', why: 'It has this date already.' },
        { id: 3, name: 'Wave 3', why: `It cannot be saved as it is: ${url}.` },
        { id: 5, name: 'Wave 5', why: 'It cannot be saved as it is: Language is required.' },
        { id: 6, name: 'Wave 6', why: 'Its form is not this view’s to change.' },
      ],
      isStopping: true,
      notes: ['This date has passed: 2 surveys will be paused automatically.'],
    })
    const priced = planOutOfField(
      [survey(4, { pm_sy_client_cpi: null })],
      wanted,
      surveyEnd({ pricesClient: true }),
      context,
    )
    expect(priced.stays).toEqual([
      { id: 4, name: 'Wave 4', why: 'It cannot be saved as it is: Sell Price is required.' },
    ])
  })
})
