import type { AssistantAnswer } from '@desk/schema/assistant/answer'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Ask, type Stage } from '#testing/stage'
import { INTENTS } from './grammar/intents.ts'

const platform = usePlatform()
let on: Stage

const COUNTS = { eqTerms: 2, terms: 5, oqs: 5, sqTerms: 1, abandons: 3, inflight: 4 }
const PLACES = {
  project: { ...COUNTS, entrants: 400, completes: 20, expenseCents: 5_000 },
  survey: { ...COUNTS, entrants: 300, completes: 15, expenseCents: 3_000 },
  source: { ...COUNTS, entrants: 200, completes: 10, expenseCents: 1_500 },
}
const NAMES = { project: 'Streaming habits', survey: 'Gen pop US', source: 'Main' }
type Scope = keyof typeof PLACES

beforeAll(async () => {
  on = await stage(platform())
  const { accountId, projectId, surveyId, sourceIds } = on.study
  await on.make.rollup(accountId, 'project', projectId, PLACES.project)
  await on.make.rollup(accountId, 'survey', surveyId, PLACES.survey)
  await on.make.rollup(accountId, 'source', sourceIds[0] ?? 0, PLACES.source)
})

const ask = async (question: string, who: Ask = on.advanced): Promise<AssistantAnswer> =>
  (await who('POST', '/v1/llm', { question, pm_proj_ud: on.study.projectId })).body

/** The wanted figures of each word, worked out by hand. */
const WANTED: Readonly<Record<string, (of: (typeof PLACES)[Scope]) => readonly [label: string, value: number]>> = {
  entrants: ({ entrants }) => ['Entrants', entrants],
  starts: ({ entrants }) => ['Entrants', entrants],
  completes: ({ completes }) => ['Completes', completes],
  completions: ({ completes }) => ['Completes', completes],
  terms: ({ terms }) => ['Terms', terms],
  screenouts: ({ terms }) => ['Terms', terms],
  overquotas: ({ oqs }) => ['OQs', oqs],
  abandons: ({ abandons }) => ['Abandons', abandons],
  inflight: ({ inflight }) => ['Inflight', inflight],
  incidence: ({ completes, oqs, terms }) => ['IR', completes / (completes + oqs + terms)],
  conversion: ({ completes, entrants }) => ['Conversion', completes / entrants],
  expenses: ({ expenseCents }) => ['Expense', expenseCents / 100],
}

/** A letter left out, never the first: its place is a number that stays the same from run to run. */
const mistyped = (word: string): string => {
  const at = 2 + (word.length % Math.max(1, word.length - 3))
  return word.length < 5 ? word : word.slice(0, at) + word.slice(at + 1)
}

const PHRASES: readonly ((word: string, scope: Scope) => string)[] = [
  (word, scope) => `How many ${word} has ${scope} “${NAMES[scope]}”?`,
  (word, scope) => `${word} of ${scope} ${NAMES[scope]}`,
  (word, scope) => `show me the ${word} for the ${scope} ${NAMES[scope].toLowerCase()} please`,
  (word, scope) => `${mistyped(word)} of ${scope} "${NAMES[scope]}"`,
  (word, scope) => `What are the ${word.toUpperCase()} of ${scope} "${NAMES[scope]}" right now?`,
  (word, scope) => `${scope} ${NAMES[scope]}: ${word}`,
]

describe('questions in words (§7.31)', () => {
  test('200 questions, their synonyms and typing mistakes get exact figures', async () => {
    const wrong: unknown[] = []
    let asked = 0
    for (const scope of ['project', 'survey', 'source'] as const)
      for (const [word, figure] of Object.entries(WANTED))
        for (const phrase of PHRASES) {
          asked += 1
          const question = phrase(word, scope)
          const { parts, understood } = await ask(question)
          const tokens = parts.flatMap(part => (part.kind === 'figure' ? [part.figure] : []))
          const got = tokens.map(({ label, value, scope: of }) => [label, value, of.scope, of.name])
          const want = [[...figure(PLACES[scope]), scope, NAMES[scope]]]
          if (JSON.stringify(got) !== JSON.stringify(want)) wrong.push({ question, got, want, understood, parts })
        }
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThanOrEqual(200)
  }, 120_000)

  test('questions to begin with are of what the account has, and each is answered', async () => {
    const { body } = await on.advanced('GET', '/v1/llm/settings')
    const offers: readonly { readonly intent: string; readonly example: string }[] = body.offers
    expect(offers.map(({ example }) => example)).toEqual([
      'How is project “Streaming habits” doing?',
      'What needs attention?',
      'How many completes by project this week?',
      'Compare completes of this week with last week',
      'Which projects are live?',
      'Until when can project “Streaming habits” be reconciled?',
    ])
    for (const { example } of offers) {
      const { closest, tool_calls: calls } = (await on.advanced('POST', '/v1/llm', { question: example })).body
      expect([example, closest, calls.some(({ is_refused }: { is_refused: boolean }) => is_refused)]).toEqual([
        example,
        [],
        false,
      ])
    }
    const { body: empty } = await on.otherAccount('GET', '/v1/llm/settings')
    expect(empty.offers.map(({ example }: { example: string }) => example)).toEqual([
      'What needs attention?',
      'Which projects are live?',
      'How is IR calculated?',
      'How is conversion calculated?',
    ])
  })

  test('the closest intents name a project of the account where the page has none', async () => {
    const { closest } = (
      await on.advanced('POST', '/v1/llm', { question: 'please reconciled quotas doing history xylophone' })
    ).body
    expect(JSON.stringify(closest)).not.toContain('this project')
  })

  test('why it is paused, who changed it, the things that need attention or are live, and until when it can be reconciled', async () => {
    const { sourceIds } = on.study
    const { body } = await on.advanced('GET', `/v1/statuses/source/${sourceIds[0]}`)
    await on.advanced('PATCH', '/v1/survey-streams', {
      scope: 'source',
      id: sourceIds[0],
      statusid: 2,
      version: body.status.version,
      note: 'Wait for the client',
    })
    const paused = await ask('why was source “Main” paused?')
    expect(paused.parts.map(part => (part.kind === 'list' ? part.items[0]?.title : part))).toEqual([
      { kind: 'text', text: 'It is Paused.' },
      'Live → Paused',
    ])
    const tools = async (question: string) =>
      (await ask(question)).tool_calls.filter(({ is_refused }) => !is_refused).map(({ tool }) => tool)
    expect(await tools('who changed source “Main”?')).toEqual(['find_anything', 'read_history'])
    expect(await tools('what needs attention?')).toEqual(['needs_attention'])
    expect(await tools('which projects are live?')).toEqual(['list_projects'])
    expect(await tools('until when can this project be reconciled?')).toEqual(['reconciliation_windows'])
    expect(await tools('compare completes of this project this week with last week')).toEqual(['compare_ranges'])
  })
})

describe('changes that a question asks for', () => {
  const CHANGES = [
    'pause survey “Gen pop US”',
    'set the price of source “Main” to $1.50',
    'set the target of survey “Gen pop US” to 500',
    'set the allocation of source “Main” to 100%',
    'alert me when the conversion of this project falls',
    'begin a reconciliation of this project',
  ]

  test('are proposed with the version that the confirmation sends, and not made', async () => {
    const stored = () =>
      platform().database.asSystem(tx =>
        sql`select (select count(*) from audit_entry)::int as audits, (select jsonb_agg(to_jsonb(s)) from source s) as sources,
              (select jsonb_agg(to_jsonb(v)) from survey v) as surveys, (select count(*) from alert_rule)::int as rules`.execute(
          tx,
        ),
      )
    const before = (await stored()).rows
    const proposals = []
    for (const question of CHANGES) proposals.push(...(await ask(question)).proposals)
    expect(proposals.map(({ kind, change, version }) => [kind, change, typeof version])).toEqual([
      ['status', { scope: 'survey', id: on.study.surveyId, statusid: 2 }, 'number'],
      ['price', { supplier_cpi: 1.5 }, 'number'],
      ['target', { respondents: 500 }, 'number'],
      [
        'allocation',
        {
          suppliers: [
            {
              pm_sup_ud: on.study.supplierId,
              allocation_percent: 100,
              supplier_cpi: expect.toSatisfy(price => price === null || typeof price === 'number'),
            },
          ],
        },
        'number',
      ],
      [
        'alert_rule',
        {
          name: 'Conversion fell',
          kinds: ['conversion_fell'],
          own: true,
          scope: 'project',
          project_id: on.study.projectId,
        },
        'object',
      ],
      ['reconciliation', { respondents: [] }, 'object'],
    ])
    expect((await stored()).rows).toEqual(before)
  })

  test('to a status say what its dialog says, and which prices lose money, as far as the view shows it (domain.md §2, §3, 0091)', async () => {
    const { surveyId, sourceIds } = on.study
    const [id = 0] = sourceIds
    const put = (source: number, survey: number, cents: number) =>
      platform().database.asSystem(async tx => {
        await sql`update source set status = ${source}, supply_price_cents = ${cents} where source_id = ${id}`.execute(
          tx,
        )
        await sql`update survey set status = ${survey}, sell_price_cents = 500 where survey_id = ${surveyId}`.execute(
          tx,
        )
        await sql`update source_supplier set supply_price_cents = null where source_id = ${id}`.execute(tx)
      })
    const notesOf = async (question: string, who: Ask) => (await ask(question, who)).proposals.map(({ notes }) => notes)
    await put(2, 3, 700)
    const held = 'No traffic yet: the survey is a draft.'
    expect(await notesOf('launch source “Main”', on.advanced)).toEqual([
      [
        held,
        'Northlight Panels: no redirect for completes, so respondents end on a page of ours and the supplier does not see the complete.',
        'Supply Price $7.00 is above the sell price $5.00: each complete loses $2.00.',
      ],
    ])
    expect(await notesOf('launch source “Main”', on.plain)).toEqual([[held]])
    await put(1, 1, 200)
    expect(await notesOf('pause source “Main”', on.advanced)).toEqual([
      [
        'This will stop incoming survey traffic via the source.',
        '4 respondents are in progress and can still finish; they count.',
      ],
    ])
  })

  test('once they are confirmed, the audit log says that they came through the assistant', async () => {
    const { proposals } = await ask('pause survey “Gen pop US”')
    const [proposal] = proposals
    const { status } = await on.advanced(
      'PATCH',
      '/v1/survey-streams',
      { ...proposal?.change, version: proposal?.version },
      { 'idempotency-key': proposal?.idempotency_key ?? '', 'x-desk-through': 'assistant' },
    )
    const { body } = await on.advanced('GET', `/v1/audit-log?scope=survey&object=${on.study.surveyId}&by=assistant`)
    expect([status, body.entries.map(({ act, by }: { act: string; by: string }) => [act, by])]).toEqual([
      200,
      [['status', 'assistant']],
    ])
  })
})

test('no question gives the plain external view a figure of the internal one (domain.md §4)', async () => {
  const hidden = new Set([
    'EQ terms',
    'SQ terms',
    'Abandons',
    'Inflight',
    'CPI',
    'Expense',
    'Priced',
    'Margin',
    'Margin %',
    'Drop-off',
    'EPC',
  ])
  const questions = [
    ...INTENTS.map(({ example }) => example),
    ...Object.keys(WANTED).flatMap(word =>
      ['project', 'source', 'country', 'supplier', 'manager'].map(by => `${word} by ${by}`),
    ),
    ...['margin', 'cpi', 'eq', 'sq', 'expense', 'abandons'].flatMap(word => [
      `${word} of this project`,
      `${word} of source “Main”`,
    ]),
    'how is source “Main” doing?',
    'how is the account doing?',
  ]
  const shown = new Set<string>()
  for (const question of questions) {
    const { parts } = await ask(question, on.plain)
    for (const part of parts) {
      if (part.kind === 'figure') shown.add(part.figure.label)
      if (part.kind === 'list') for (const { figures } of part.items) for (const { label } of figures) shown.add(label)
    }
  }
  expect([...shown].filter(label => hidden.has(label))).toEqual([])
  expect(shown.has('Completes')).toBe(true)
})
