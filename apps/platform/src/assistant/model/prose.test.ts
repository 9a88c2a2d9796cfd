import type { AnswerPart } from '@desk/schema/assistant/answer'
import type { FigureToken } from '@desk/schema/assistant/figure-token'
import { describe, expect, test } from 'vitest'
import { proseOf } from './prose.ts'
import { Quotables } from './quotables.ts'

const figure = (more: Partial<FigureToken>): FigureToken => ({
  figure_id: 'f1',
  label: 'Completes',
  value: 1_204,
  unit: 'integer',
  currency: null,
  scope: { scope: 'project', id: 7, name: 'Wave 3 of 2026' },
  range: null,
  as_of: '2026-11-25T17:00:00.000Z',
  position: 4,
  formula: null,
  link: '/projects/7',
  tool_call: 0,
  ...more,
})
const COMPLETES = figure({})
const IR = figure({ figure_id: 'f2', label: 'IR', unit: 'percent', value: 0.4523 })
const CPI = figure({ figure_id: 'f3', label: 'CPI', unit: 'money', value: 2.5, currency: 'USD' })
const ENTRANTS = figure({ figure_id: 'f4', label: 'Entrants', value: 20 })
const TARGET = figure({ figure_id: 'f5', label: 'Target', value: 20 })

const quotables = () => {
  const known = new Quotables()
  known.add([
    ...[COMPLETES, IR, CPI, ENTRANTS, TARGET].map((each): AnswerPart => ({ kind: 'figure', figure: each })),
    {
      kind: 'list',
      items: [
        { title: '999 completes', detail: null, at: '2026-11-24T10:00:00.000Z', link: '/projects/9', figures: [] },
        { title: 'a7f3-0042', detail: 'Respondent 88', at: null, link: null, figures: [] },
        { title: '500', detail: null, at: null, link: null, figures: [] },
      ],
      has_more: false,
    },
  ])
  return known
}

/** The readable parts: figures by their names in braces, names in quotes, moments in angle brackets. */
const shown = (text: string) => {
  const { parts, isCut } = proseOf(text, quotables())
  const words = parts.map(part =>
    part.kind === 'prose'
      ? part.pieces
          .map(piece =>
            piece.kind === 'text'
              ? piece.text
              : piece.kind === 'figure'
                ? `{${piece.figure.label}}`
                : piece.kind === 'name'
                  ? `“${piece.text}”`
                  : `<${piece.at}>`,
          )
          .join('')
      : part.kind,
  )
  return [words.join(' | '), isCut]
}

describe('figures are quoted, never written (§7.31)', () => {
  test.each([
    ['It has [f1] completes, an IR of [f2].', 'It has {Completes} completes, an IR of {IR}.', false],
    ['[f1, f2] at [t1]', '{Completes}, {IR} at <2026-11-24T10:00:00.000Z>', false],
    ['So many as [f9].', 'So many as […].', true],
    ['1,204 completes, or 1204.', '{Completes} completes, or {Completes}.', false],
    ['IR is 45.2%, or 45 %, or 45.23 percent.', 'IR is {IR}, or {IR}, or {IR}.', false],
    ['CPI $2.50 and 2.50', 'CPI {CPI} and {CPI}', false],
    // two figures of one value: the meant one is unknown
    ['There are 20 of them.', 'There are […] of them.', true],
    ['1,205 completes', '[…] completes', true],
    ['45.3% or 1204% or $1,204', '[…] or […] or […]', true],
    ['1.204 completes, 1’204, 1 204, 1204k, 1204 thousand', '[…] completes, […], […], […], […]', true],
    [
      '١٢٠٤ completes, １２０４, 𝟙𝟚, ², ½, Ⅻ, 一千, 1️⃣, 🔟',
      '[…] completes, […], […], […], […], […], […], […], […]',
      true,
    ],
    ['twelve completes, twenty-five, Two hundred and five', '[…] completes, […], […] and […]', true],
    ['a dozen, half of them, twice, a third, tenfold, XIV', 'a […], […] of them, […], a […], […], […]', true],
    ['one complete, but this one and one of them', '[…] complete, but this one and one of them', true],
    ['on 2026-11-25, 25 November, 11/25/26 at 10:30', 'on […], […] November, […] at […]', true],
    ['In Q3, v2 and H1', 'In […], […] and […]', true],
    ['1\u200b2\u202e0\u00ad5', '[…]', true],
    ['twо and t\u0301wo', '[…] and […]', true],
    ['the third source of the last year', 'the third source of the last year', false],
    ['the ones that are often live, none of them', 'the ones that are often live, none of them', false],
    ['No project needs you.', 'No project needs you.', false],
  ])('%s', (text, want, isCut) => {
    expect(shown(text)).toEqual([want, isCut])
  })
})

describe('names are quoted as names', () => {
  test('a name that holds a numeral is shown as a name, never as a figure', () => {
    expect(shown('It has 999 completes, says a7f3-0042.')).toEqual(['It has “999 completes”, says “a7f3-0042”.', false])
    expect(shown('It is [n1], and Wave 3 of 2026 too.')).toEqual([
      'It is “Wave 3 of 2026”, and “Wave 3 of 2026” too.',
      false,
    ])
  })

  test('a name that is a numeral alone is none, nor is part of a longer word', () => {
    expect(shown('There are 500, or 1999 completes.')).toEqual(['There are […], or […] completes.', true])
  })
})

describe('nothing of a model’s text is a link', () => {
  test.each([
    ['See https://evil.example/?q=a', 'See […]', true],
    ['![pixel](https://evil.example/p.png) and [here](//evil.example) done', 'pixel  and here  done', false],
    ['Go to www.evil.example now, javascript:alert(a)', 'Go to […] now, […]', true],
    ['<img src=x onerror=alert(a)>', '<img src=x onerror=alert(a)>', false],
  ])('%s', (text, want, isCut) => {
    expect(shown(text)).toEqual([want, isCut])
  })
})

test('a line that is the reference of a result shows that result; a numbered list keeps no numbers', () => {
  expect(shown('Here:\n[r1]\n1. First\n2) Then')[0]).toEqual(
    'Here: | figure | figure | figure | figure | figure | list | • First | • Then',
  )
})

test('a long text without a space is read in no time', () => {
  const text = `${'a'.repeat(20_000)} ${'['.repeat(5_000)} ${'-'.repeat(5_000)}9`
  const startedMs = performance.now()
  proseOf(text, quotables())
  expect(performance.now() - startedMs).toBeLessThan(1_000)
})
