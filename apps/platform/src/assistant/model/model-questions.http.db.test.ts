import type { AssistantAnswer } from '@desk/schema/assistant/answer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Ask, type Stage } from '#testing/stage'
import { ScriptedModel, type Said, type Seen } from '../testing/scripted-model.ts'
import { TOOLS } from '../toolkit/toolkit.ts'

const model = await ScriptedModel.start()
const platform = usePlatform({ modelService: model.settings() })
let on: Stage
afterAll(() => model.stop())

const COUNTS = { eqTerms: 2, terms: 5, oqs: 5, sqTerms: 1, abandons: 3, inflight: 4 }
const PLACES = {
  project: { ...COUNTS, entrants: 4_001, completes: 1_204, expenseCents: 500_050 },
  survey: { ...COUNTS, entrants: 3_002, completes: 803, expenseCents: 300_025 },
  source: { ...COUNTS, entrants: 2_003, completes: 402, expenseCents: 100_010 },
}
const NAMES = { project: 'Streaming habits', survey: 'Gen pop US', source: 'Main' }
type Scope = keyof typeof PLACES
const SCOPES: readonly Scope[] = ['project', 'survey', 'source']

beforeAll(async () => {
  on = await stage(platform())
  const { accountId, projectId, surveyId, sourceIds } = on.study
  await on.make.rollup(accountId, 'project', projectId, PLACES.project)
  await on.make.rollup(accountId, 'survey', surveyId, PLACES.survey)
  await on.make.rollup(accountId, 'source', sourceIds[0] ?? 0, PLACES.source)
})

const ask = async (question: string, who: Ask = on.advanced): Promise<AssistantAnswer> => {
  const { status, body } = await who('POST', '/v1/llm', { question })
  if (status !== 200) throw new Error(`The question answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Each figure worked out by hand, and how a person would write it. */
const FIGURES: Readonly<
  Record<string, (of: (typeof PLACES)[Scope]) => readonly [label: string, value: number, written: string]>
> = {
  entrants: ({ entrants }) => ['Entrants', entrants, entrants.toLocaleString('en-US')],
  completes: ({ completes }) => ['Completes', completes, String(completes)],
  conversion: ({ completes, entrants }) => [
    'Conversion',
    completes / entrants,
    `${((completes / entrants) * 100).toFixed(1)}%`,
  ],
  ir: ({ completes, oqs, terms }) => [
    'IR',
    completes / (completes + oqs + terms),
    `${((completes / (completes + oqs + terms)) * 100).toFixed(2)} percent`,
  ],
  expense: ({ expenseCents }) => ['Expense', expenseCents / 100, `$${(expenseCents / 100).toFixed(2)}`],
  inflight: ({ inflight }) => ['Inflight', inflight, String(inflight)],
}

/** How the model says it, and whether what it says is the figure. */
const WAYS: readonly (readonly [name: string, say: (written: string) => string, isTrue: boolean])[] = [
  ['by its reference', () => 'It is [f1].', true],
  ['by reference after a name', () => '[n1] has [f1] by now.', true],
  ['as digits', written => `It is ${written}.`, true],
  ['as digits in brackets', written => `It has come to (${written}), so far`, true],
  ['invented', () => 'It is 987,654,321.', false],
  [
    'off by one',
    written => `It is ${written.replace(/\d(?=\D*$)/, digit => String((Number(digit) + 1) % 10))}.`,
    false,
  ],
  ['in words', () => 'It is twenty-three thousand.', false],
  [
    'in Arabic digits',
    written => `It is ${written.replaceAll(/\d/g, digit => String.fromCodePoint(0x0660 + Number(digit)))}.`,
    false,
  ],
  [
    'in full width',
    written => `It is ${written.replaceAll(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit)))} now.`,
    false,
  ],
  ['as another reference', () => 'It is [f7], as [n99] says.', false],
  [
    'with another unit',
    written =>
      `It is ${/^[\d,]+$/.test(written) ? `${written}%` : written.startsWith('$') ? `${written.slice(1)}%` : written.replace(/ percent|%/, '')} or 2026-11-25.`,
    false,
  ],
  ['with a suffix', written => `It is ${written.replace(/ percent|%/, '')}k.`, false],
]

/** Looks the place up by its name, then asks for the figure. */
const script =
  (scope: Scope, figure: string, text: string) =>
  ({ messages, results }: Seen): Said => {
    const turn = messages.filter(({ role }) => role === 'assistant').length
    if (turn === 0) return { calls: [{ name: 'find_anything', arguments: { text: NAMES[scope] } }] }
    const id = results[0].found.find((hit: { scope: string }) => hit.scope === scope)?.id
    if (turn === 1) return { calls: [{ name: 'read_figures', arguments: { scope, id, figures: [figure] } }] }
    return { text }
  }

describe('questions that a scripted model answers (§7.31)', () => {
  test('200 questions get exact figures, and none that the model made up', async () => {
    const wrong: unknown[] = []
    let asked = 0
    for (const scope of SCOPES)
      for (const [figure, of] of Object.entries(FIGURES))
        for (const [way, say, isTrue] of WAYS) {
          asked += 1
          const [label, value, written] = of(PLACES[scope])
          model.script = script(scope, figure, say(written))
          const answer = await ask(`what about ${figure} there? (${way})`)
          const pieces = answer.parts.flatMap(part => (part.kind === 'prose' ? part.pieces : []))
          const figures = pieces.flatMap(piece =>
            piece.kind === 'figure' ? [[piece.figure.label, piece.figure.value, piece.figure.scope.name]] : [],
          )
          const text = pieces.map(piece => (piece.kind === 'text' ? piece.text : '')).join('')
          const want = isTrue ? [[label, value, NAMES[scope]]] : []
          const isRight =
            answer.answered_by === 'model' &&
            JSON.stringify(figures) === JSON.stringify(want) &&
            answer.is_cut === !isTrue &&
            !/\p{N}|twenty/u.test(text)
          if (!isRight) wrong.push({ scope, figure, way, figures, want, text, answer })
        }
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThanOrEqual(200)
  }, 120_000)
})

test('nothing of the columns that the plain external view hides is sent to the model, or shown (domain.md §4)', async () => {
  const { projectId, surveyId, supplierId, sourceIds } = on.study
  const [from, to] = ['2026-11-01T00:00:00.000Z', '2026-11-30T00:00:00.000Z']
  const places = [
    { scope: 'account' },
    { scope: 'project', id: projectId },
    { scope: 'survey', id: surveyId },
    { scope: 'source', id: sourceIds[0] },
    { scope: 'supplier', id: supplierId },
  ]
  const hidden = ['eqTerms', 'sqTerms', 'abandons', 'inflight', 'supplierCpi', 'expense', 'pricedCompletes']
  const labels = ['EQ terms', 'SQ terms', 'Abandons', 'Inflight', 'CPI', 'Expense', 'Priced']
  const byTool: Readonly<Record<string, readonly object[]>> = {
    find_anything: [{ text: 'Main' }],
    read_figures: [
      ...places,
      ...['project', 'survey', 'source', 'supplier', 'manager', 'business_unit', 'country'].map(by => ({
        scope: 'account',
        by,
      })),
      ...[...hidden, 'margin', 'margin_share', 'revenue'].map(figure => ({ ...places[1], figures: [figure] })),
    ],
    compare_ranges: [{ ...places[1], from, to, earlier_from: from, earlier_to: to }],
    count_by_state: places,
    quota_progress: places,
    explain_formula: hidden.map(figure => ({ figure })),
    explain_status: places.slice(1, 4),
    read_history: places.slice(1),
    explain_respondent: [{ find: 'rid' }],
    needs_attention: [{}],
    list_projects: [{ statusid: 1 }],
    reconciliation_windows: [{ project_id: projectId }],
  }
  model.seen.length = 0
  const shown: unknown[] = []
  for (const { name } of TOOLS)
    for (const given of byTool[name] ?? []) {
      model.script = ({ messages }) =>
        messages.some(({ role }) => role === 'tool')
          ? { text: 'Here it is: [f1] [f2] [f3]\n[r1]' }
          : { calls: [{ name, arguments: given }] }
      const { parts, tool_calls } = await ask('show me that', on.plain)
      shown.push(
        parts,
        tool_calls.map(({ summary }) => summary),
      )
    }
  const results = model.seen.flatMap(({ results: of }) => of)
  const offered = model.seen.map(({ body }) => JSON.stringify((JSON.parse(body) as { tools: unknown }).tools))
  for (const text of [JSON.stringify(results), JSON.stringify(shown), ...new Set(offered)]) {
    expect(hidden.filter(name => text.includes(`"${name}"`))).toEqual([])
    expect(labels.filter(label => text.includes(`"${label}"`) || text.includes(`${label}:`))).toEqual([])
  }
  expect(JSON.stringify(results)).toContain('"Completes"')
  // who may not set prices is offered no tool for it
  expect(model.seen[0]?.tools).not.toContain('propose_price')
}, 60_000)
