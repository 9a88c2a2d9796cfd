import type { Caller } from '@desk/api/authorization'
import { FIGURE_COLUMN_LIST } from '@desk/schema/columns/figure-columns'
import { REPORT_DIMENSIONS, type ReportDimension } from '@desk/schema/reports/report'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Effect, Schema } from 'effect'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL_SOURCES } from '#ledger/sums/fold-sums.store'
import { INTERNAL_COLUMNS } from '#testing/internal-columns'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'
import { TEST_PASSWORD } from '#testing/study'
import { askedFor, Desk, type AnswerAs } from './desk.ts'
import { INTENTS } from './grammar/intents.ts'
import { FIGURE_WORDS } from './grammar/vocabulary.ts'
import { answerRecord } from './record.ts'
import { FigureField } from './toolkit/figure-fields.ts'
import { TOOLS, type AnyTool } from './toolkit/toolkit.ts'

const platform = usePlatform({ keyCallsAMinute: 1_000_000 })
let on: Stage
const open: Client[] = []
afterAll(async () => {
  for (const client of open) await client.close()
})

/** Of the kinds that the plain view has not, numbers that appear nowhere else. */
const EQ = 977
const SQ = 983
const ABANDONS = 991
const INFLIGHT = 997
const EXPENSE_CENTS = 79_193_700
const REVENUE_CENTS = 611_953_00
const SUPPLY_CENTS = 1_373

beforeAll(async () => {
  on = await stage(platform())
  const { make, study } = on
  const { accountId, projectId, surveyId, supplierId } = study
  const sourceId = study.sourceIds[0] ?? 0
  const counts = {
    entrants: 40_000,
    completes: 20,
    terms: 5,
    oqs: 6,
    eqTerms: EQ,
    sqTerms: SQ,
    abandons: ABANDONS,
    inflight: INFLIGHT,
    expenseCents: EXPENSE_CENTS,
    revenueCents: REVENUE_CENTS,
  }
  await make.rollup(accountId, 'project', projectId, counts)
  await make.rollup(accountId, 'survey', surveyId, counts)
  await make.rollup(accountId, 'source', sourceId, counts)
  const moves: readonly (readonly [code: number, respondents: number, reason: string])[] = [
    [20, EQ, 'duplicate_ip'],
    [31, 5, ''],
    [32, 6, ''],
    [33, SQ, ''],
    [40, ABANDONS, ''],
    [11, INFLIGHT, ''],
    [30, 20, ''],
  ]
  await platform().database.asSystem(async tx => {
    await sql`update source set supply_price_cents = ${SUPPLY_CENTS} where source_id = ${sourceId}`.execute(tx)
    await sql`
      insert into supplier_rollup (account_id, source_id, supplier_id, entrants, code_20, code_31, code_32, code_33, code_40, code_11, code_30, priced_completes, expense_cents, revenue_cents, priced_revenue_cents)
      values (${accountId}, ${sourceId}, ${supplierId}, 40000, ${EQ}, 5, 6, ${SQ}, ${ABANDONS}, ${INFLIGHT}, 20, 20, ${EXPENSE_CENTS}, ${REVENUE_CENTS}, ${REVENUE_CENTS})`.execute(
      tx,
    )
    for (const [code, respondents, reason] of moves)
      await sql`
        insert into ledger_sum (account_id, source_id, grain, starts_at, supplier_id, from_code, to_code, cause, reason, request,
          respondents, expense_cents, revenue_cents, priced_completes, priced_revenue_cents, interview_seconds, stated_seconds, first_position, last_position)
        select ${accountId}, of.source_id, g.grain, date_bin(g.length, now() - interval '2 days', '1970-01-01 00:00:00Z'), ${supplierId}, 0, ${code}, 'entered', ${reason}, 0,
          ${respondents}, ${code === 30 ? EXPENSE_CENTS : 0}, ${code === 30 ? REVENUE_CENTS : 0}, ${code === 30 ? 20 : 0}, ${code === 30 ? REVENUE_CENTS : 0}, 0, 0, 1, 1
        from (values ('hour', interval '1 hour'), ('quarter', interval '6 hours'), ('day', interval '24 hours')) as g(grain, length) cross join (values (${sourceId}::int), (${ALL_SOURCES})) as of(source_id)`.execute(
        tx,
      )
  })
})

/** The names and formulas that the plain view never gets, by hand; “Rejected” is also a word of reconciliations, which every view has. */
const HIDDEN_WORDS: readonly string[] = [
  'EQ terms',
  'Defender terms: failed pre-survey quality checks',
  'SQ terms',
  'Failed in-survey quality checks',
  'Abandons',
  'Abandoned: no return within 1.8 × the stated interview length',
  'Inflight',
  'In progress',
  'CPI',
  'Buyer unit cost per complete: expense ÷ the completes whose supply price is known',
  'Expense',
  'Sum of buyer expenses: of the completes whose supply price is known',
  'Priced',
  'Completes whose supply price is known: CPI, expense and margin are of these',
  'Each complete at the supply price of its moment, where that is known',
  'Expense adj.',
  'The effect of reconciliations in this time, for completes whose supply price is known; it is in the expense',
  'Completes that reconciliations of the time took back, or made',
  'Adj. priced',
  'Adjusted completes whose supply price is known: Expense adj. is of these',
  'Margin',
  'Revenue − expense, both of the completes whose supply price is known',
  'Margin %',
  'Margin ÷ revenue, both of the completes whose supply price is known',
  'Drop-off',
  'Abandons ÷ entrants',
  'EPC',
  'Earnings per click, what an entrant was worth to the supplier: expense ÷ entrants, where the supply price of all completes is known',
  'Reject rate',
  'Rejected ÷ all completes made in the time; by month, that is the month of completion',
  'Northlight Panels',
]

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
// most texts lack the word: the plain search spares the expression
const hasWord = (text: string, word: string): boolean =>
  text.includes(word) && new RegExp(`(?<![\\w-])${escaped(word)}(?![\\w-])`).test(text)
const hasNumber = (text: string, value: number): boolean =>
  text.includes(String(value)) && new RegExp(`(?<![\\d.])${value}(?![\\d])`).test(text)

type Call = readonly [tool: string, parameters: Readonly<Record<string, unknown>>]

const isField = Schema.is(FigureField)
const HIDDEN_FIELDS = INTERNAL_COLUMNS.filter(field => isField(field))
const DIMENSIONS: readonly (ReportDimension | undefined)[] = [
  undefined,
  ...(Object.keys(REPORT_DIMENSIONS) as ReportDimension[]), // Object.keys loses the key types
]

/** Every read tool with raw parameters: every place, dimension, time and figure. */
function rawCalls(): readonly Call[] {
  const { projectId, surveyId, supplierId, sourceIds } = on.study
  const sourceId = sourceIds[0] ?? 0
  const places = [
    { scope: 'account' },
    { scope: 'project', id: projectId },
    { scope: 'survey', id: surveyId },
    { scope: 'source', id: sourceId },
    { scope: 'supplier', id: supplierId },
  ]
  const of = places.slice(1, 4)
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString()
  const times = [{}, { from: day(3), to: day(0) }]
  const figures = [{}, { figures: ['completes', ...HIDDEN_FIELDS] }]
  const both = { from: day(3), to: day(0), earlier_from: day(9), earlier_to: day(3) }
  return [
    ...places.flatMap(place =>
      DIMENSIONS.flatMap(by =>
        times.flatMap(time =>
          figures.map((wanted): Call => [
            'read_figures',
            { ...place, ...time, ...wanted, ...(by === undefined ? {} : { by }) },
          ]),
        ),
      ),
    ),
    ...HIDDEN_FIELDS.flatMap(field => places.map((place): Call => ['read_figures', { ...place, figures: [field] }])),
    ...places.flatMap(place =>
      DIMENSIONS.filter(by => by !== 'month' && by !== 'day' && by !== 'hour').flatMap(by =>
        figures.map((wanted): Call => [
          'compare_ranges',
          { ...place, ...both, ...wanted, ...(by === undefined ? {} : { by }) },
        ]),
      ),
    ),
    ...of.flatMap(place =>
      FIGURE_COLUMN_LIST.map(({ id }): Call => ['explain_change', { ...place, figure: id, from: day(3), to: day(0) }]),
    ),
    ...FIGURE_COLUMN_LIST.map(({ id }): Call => ['explain_formula', { figure: id }]),
    ...places.flatMap((place): Call[] => [
      ['count_by_state', place],
      ['quota_progress', place],
    ]),
    ...of.flatMap((place): Call[] => [
      ['explain_status', place],
      ['read_history', place],
      ['read_plan', place],
      ['read_forecast', place],
    ]),
    ...HIDDEN_FIELDS.flatMap(field =>
      (['most', 'least'] as const).map((order): Call => [
        'read_figures',
        { scope: 'account', figures: [field, 'entrants'], by: 'source', order },
      ]),
    ),
    ['find_anything', { text: 'Streaming habits' }],
    ['find_anything', { text: 'Main' }],
    ['explain_respondent', { find: 'nobody' }],
    ['read_audit_log', {}],
    ['needs_attention', {}],
    ['list_projects', { statusid: 1 }],
    ['list_alerts', { kind: 'behind_pace' }],
    ['list_ending', { scope: 'survey', from: day(60), to: day(-60) }],
    ['reconciliation_windows', { project_id: projectId }],
  ]
}

/** The parts of the internal view that an answer contains. */
function leaks(text: string, hiddenNumbers: readonly number[]): readonly (string | number)[] {
  return [...HIDDEN_WORDS.filter(word => hasWord(text, word)), ...hiddenNumbers.filter(value => hasNumber(text, value))]
}

/** The numbers of the internal view. */
const NUMBERS: readonly number[] = [
  EQ,
  SQ,
  ABANDONS,
  INFLIGHT,
  EXPENSE_CENTS / 100,
  EXPENSE_CENTS / 2_000,
  SUPPLY_CENTS / 100,
]

const tools = TOOLS as unknown as readonly AnyTool[] // each decodes its own parameters
const toolOf = (name: string): AnyTool => {
  const tool = tools.find(one => one.name === name)
  if (tool === undefined) throw new Error(`There is no tool ${name}.`)
  return tool
}

/** Runs a tool as a model's hook does: by raw parameters, over the calls that this session makes. */
async function runAs(desk: Desk['Service'], caller: Caller, [name, raw]: Call): Promise<object> {
  const tool = toolOf(name)
  const parameters = Schema.decodeUnknownSync(tool.parameters as unknown as Schema.Codec<object, unknown>)(raw) // its fields need no services
  const record = answerRecord({ calls: desk.calls, caller, at: new Date() })
  const found = await Effect.runPromise(
    Effect.result(askedFor(caller)(record.call(tool, parameters as AnyTool['parameters']['Type']))), // decoded above
  )
  const parts = found._tag === 'Success' ? found.success.parts : []
  return { parts, calls: record.toolCalls.map(({ arguments: _asked, ...call }) => call), figures: record.figures }
}

async function toolkitOf(who: { readonly accountId: number; readonly roleId: 1 | 2; readonly advancedView?: boolean }) {
  const { username } = await on.make.user(who)
  const token = await platform().signIn(username, TEST_PASSWORD)
  const { body: user } = await platform().call('GET', '/v1/user-login-details', { token })
  const answerAs: AnswerAs = async request => {
    const { pathname, search } = new URL(request.url)
    const body = request.method === 'GET' ? undefined : await request.text()
    return fetch(platform().url + pathname + search, {
      method: request.method,
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        Authorization: `Bearer ${token}`,
        ...(body === undefined || body === '' ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined || body === '' ? {} : { body }),
    })
  }
  const caller: Caller = { user, accountId: who.accountId, sessionId: '', view: user.streamViewType }
  const desk = await Effect.runPromise(Desk.over(answerAs))
  return { caller, run: (call: Call) => runAs(desk, caller, call) }
}

describe('the plain external view gets nothing of hidden columns (domain.md §4)', () => {
  test('from any read tool with raw parameters, as a model would call them, while the account’s admin gets it all', async () => {
    const { accountId } = on.study
    const [plain, admin] = [await toolkitOf({ accountId, roleId: 2 }), await toolkitOf({ accountId, roleId: 1 })]
    expect([plain.caller.view, admin.caller.view]).toEqual(['external', 'internal'])
    const calls = rawCalls()
    expect(new Set(calls.map(([name]) => name))).toEqual(
      new Set(tools.filter(({ isWrite, name }) => !isWrite && name !== 'rule_scorecards').map(({ name }) => name)),
    )
    const leaked: unknown[] = []
    const seen = new Set<string | number>()
    for (const [at, call] of calls.entries()) {
      const texts = await Promise.all(
        [plain, ...(at % 3 === 0 ? [admin] : [])].map(async toolkit => JSON.stringify(await toolkit.run(call))),
      )
      const [ofPlain = '', ofAdmin = ''] = texts
      const found = leaks(ofPlain, NUMBERS)
      if (found.length > 0) leaked.push({ call, found })
      for (const word of leaks(ofAdmin, NUMBERS)) seen.add(word)
    }
    expect(leaked).toEqual([])
    // the same calls do find it where it may be seen
    expect(NUMBERS.slice(0, 6).filter(value => !seen.has(value))).toEqual([])
    expect(seen.size).toBeGreaterThan(15)
  }, 240_000)

  test('from /v1/mcp by the key of an admin who has become a user', async () => {
    const { username, userId } = await on.make.user({ accountId: on.study.accountId, roleId: 1 })
    const { body } = await platform().call('POST', '/v1/api-keys', {
      token: await platform().signIn(username, TEST_PASSWORD),
      body: {
        name: 'Plain',
        scopes: ['read_figures', 'read_studies', 'reconcile', 'admin'],
        expires_in_days: 1,
        confirmation: { present_password: TEST_PASSWORD },
      },
    })
    await platform().database.asSystem(tx => sql`update app_user set role_id = 2 where user_id = ${userId}`.execute(tx))
    const client = new Client({ name: 'a foreign program', version: '1.0.0' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/v1/mcp', platform().url), {
        requestInit: { headers: { Authorization: `Bearer ${body.secret}` } },
      }),
    )
    open.push(client)
    const leaked: unknown[] = []
    let answered = 0
    for (const [name, parameters] of rawCalls()) {
      const answer = await client.callTool({ name, arguments: parameters })
      const found = leaks(JSON.stringify([answer.structuredContent, answer.content]), NUMBERS)
      if (answer.isError !== true) answered += 1
      if (found.length > 0) leaked.push({ name, parameters, found })
    }
    expect([leaked, answered > 100]).toEqual([[], true])
  }, 240_000)

  test('from the chat, whatever it is asked, nor from what it offers', async () => {
    const words = Object.values(FIGURE_WORDS).flatMap(list => list.slice(0, 1))
    const rests = [
      '',
      'of this project',
      'by country last week',
      'by day',
      'of source “Main” in the last 7 days',
      'by supplier',
    ]
    const questions = [
      ...INTENTS.map(({ example }) => example),
      ...words.flatMap(word => rests.map(rest => `${word} ${rest}`)),
      ...words.map(word => `compare ${word} of this week with last week by country`),
      ...words.map(word => `how is ${word} calculated?`),
      ...words.map(word => `why did the ${word} of this project change?`),
      'xylophone',
    ]
    const leaked: unknown[] = []
    for (const question of questions) {
      const { body } = await on.plain('POST', '/v1/llm', { question, pm_proj_ud: on.study.projectId })
      const { question: _asked, tool_calls: calls, ...answer } = body
      const found = leaks(
        JSON.stringify([answer, calls.map(({ arguments: _given, ...call }: { arguments: object }) => call)]),
        NUMBERS,
      )
      if (found.length > 0) leaked.push({ question, found, answer })
    }
    const { body: settings } = await on.plain('GET', '/v1/llm/settings')
    expect([leaked, leaks(JSON.stringify(settings), NUMBERS)]).toEqual([[], []])
  }, 240_000)
})
