import { describe, expect, test } from 'vitest'
import { brokenAtReturn, scoresOf, speederCut, statedSeconds, type ReturnFacts } from './return-rules.ts'

const MINUTE_MS = 60_000
const IN_SURVEY = { code: 11, inSurveyAtMs: 0, abandonAtMs: 18 * MINUTE_MS, endedAtMs: null } as const
const COMPLETE: ReturnFacts = {
  isComplete: true,
  completes: true,
  confirms: false,
  hash: undefined,
  atMs: 10 * MINUTE_MS,
  seconds: 600,
  scores: null,
}
const SPREAD = { lengths: 30, lnMedian: Math.log(600), lnMad: Math.log(1.2) }
const rule = <Name extends string>(name: Name, threshold: number | null) => ({ rule: name, threshold })

describe('the speeder rule (defender.md §1)', () => {
  test('before 30 completes cuts at a third of the LOI that was stated at the entry', () => {
    expect(statedSeconds(IN_SURVEY)).toBe(600)
    const judge = (seconds: number, lengths = 29) =>
      brokenAtReturn(rule('speeder', 3), { ...COMPLETE, seconds }, IN_SURVEY, { ...SPREAD, lengths })
    expect([judge(200), judge(199)]).toEqual([
      null,
      { rule: 'speeder', threshold: '200 s (a third of the stated 600 s)', value: '199 s' },
    ])
  })

  test('from 30 completes on cuts at the median less so many MAD, on the scale of logarithms', () => {
    const cut = speederCut(3, 600, SPREAD)
    expect(cut).toEqual({
      seconds: 600 / 1.2 ** (3 * 1.4826),
      by: 'median 600 s of 30 completes − 3 MAD',
    })
    expect(Math.round(cut?.seconds ?? 0)).toBe(267)
    const judge = (seconds: number) =>
      brokenAtReturn(rule('speeder', 3), { ...COMPLETE, seconds }, IN_SURVEY, SPREAD)?.value
    expect([judge(267), judge(266)]).toEqual([undefined, '266 s'])
  })

  test('of a source where all take the same time, no one is a speeder for a second less', () => {
    expect(speederCut(3, 600, { ...SPREAD, lnMad: 0 })?.seconds).toBeCloseTo(600 * Math.exp(-0.3))
  })

  test('has nothing to judge a return by that is no complete', () => {
    const judge = (more: Partial<ReturnFacts>) =>
      brokenAtReturn(rule('speeder', 3), { ...COMPLETE, seconds: 1, ...more }, IN_SURVEY, SPREAD)
    expect([judge({ completes: false }), judge({ seconds: null })]).toEqual([null, null])
  })
})

describe('the ghost rule (defender.md §1)', () => {
  const judge = (back: Partial<ReturnFacts>, row: object = IN_SURVEY) =>
    brokenAtReturn(rule('ghost', 10), { ...COMPLETE, ...back }, { ...IN_SURVEY, ...row }, undefined)?.value

  test.each(['missing', 'wrong'] as const)('speaks against a complete with a %s hash', hash => {
    expect([judge({ hash }), judge({ hash, isComplete: false }), judge({ hash: 'valid' })]).toEqual([
      `hash ${hash}`,
      undefined,
      undefined,
    ])
  })

  test.each([
    [20, 'Defender term'],
    [21, 'Screener term'],
    [22, 'Overquota'],
  ])('speaks against a complete of a respondent who was never in the survey: %i', (code, value) => {
    expect(judge({}, { code })).toBe(value)
  })

  test('speaks against a return once more, later than its minutes, unless a server confirms', () => {
    const ended = { code: 30, endedAtMs: 0 }
    expect([
      judge({ atMs: 10 * MINUTE_MS }, ended),
      judge({ atMs: 11 * MINUTE_MS }, ended),
      judge({ atMs: 11 * MINUTE_MS, confirms: true }, ended),
      judge({ atMs: 11 * MINUTE_MS }, { code: 40, endedAtMs: 0 }),
    ]).toEqual([undefined, 'again after 11 min', undefined, undefined])
  })
})

describe('what a survey says of a respondent', () => {
  const parameters = new Map([
    ['bot_score', '91.5'],
    ['text_analytics', '101'],
    ['open_ends', '-1'],
    ['straight_lining', '1e2'],
  ])

  test('is read from a signed return alone, each score from 0 to 100', () => {
    expect([scoresOf(parameters, 'valid'), scoresOf(parameters, undefined), scoresOf(null, 'valid')]).toEqual([
      { bot_score: 91.5 },
      null,
      null,
    ])
  })

  test.each(['straight_lining', 'open_ends', 'text_analytics', 'bot_score'] as const)(
    'speaks against a complete by %s over its threshold, and not without one',
    name => {
      const judge = (threshold: number | null, score?: number) =>
        brokenAtReturn(
          rule(name, threshold),
          { ...COMPLETE, scores: score === undefined ? null : { [name]: score } },
          IN_SURVEY,
          undefined,
        )
      expect([judge(80, 80), judge(80, 80.5), judge(80), judge(null, 99)]).toEqual([
        null,
        { rule: name, threshold: 'at most 80 of 100', value: '80.5' },
        null,
        null,
      ])
    },
  )
})
