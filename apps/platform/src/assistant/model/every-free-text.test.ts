import type { Caller } from '@desk/api/authorization'
import type { AssistantProgress } from '@desk/schema/assistant/answer'
import { CurrentUser } from '@desk/schema/users/current-user'
import { Effect, Result } from 'effect'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { Desk } from '../desk.ts'
import { INJECTIONS } from '../testing/injections.ts'
import { answerTo, sampled, type Sampling } from '../testing/sampled-answers.ts'
import type { AnyTool } from '../toolkit/toolkit.ts'
import { answerByModel } from './answer-by-model.ts'
import type { ChatReply } from './chat-service.ts'
import type { WireMessage } from './chat-wire.ts'
import { offeredTools } from './tool-schemas.ts'

/** An answer's shapes are as many as the greatest of its unions has members. */
const SHAPES = 6
const ACCOUNT_NAME = 'the account’s name'
/** Reads that bring their filters in a body; any other call that is no GET would be an act. */
const READS_BY_POST = new Set(['POST /v1/metrics/projects', 'POST /v1/metrics/surveys/:id'])
const FROM = '2026-01-02T00:00:00.000Z'
const TO = '2026-03-02T00:00:00.000Z'
const MARK = /¤\d+¤/g

interface ToolCalled {
  readonly name: string
  readonly arguments: unknown
}
/** A free text that a call of a tool brings before a model. */
interface Place extends ToolCalled {
  readonly field: string
  readonly shape: number
}
interface Asked {
  /** The model's calls of each turn, until it answers. */
  readonly turns: readonly (readonly ToolCalled[])[]
  readonly shape: number
  readonly freeText: Sampling['freeText']
  /** The sentence by which the desk refuses each call; left out: it answers. */
  readonly refusal?: string
}

const user = CurrentUser.make({
  uid: 1,
  firstname: 'Sam',
  lastname: 'Field',
  username: 'sam@desk.example',
  role_id: 1,
  is_consultant: false,
  is_adm_groups: true,
  pm_dsh_ud: 1,
  pm_parent_dsh_ud: null,
  login_pm_parent_dsh_ud: null,
  user_time_zone: 15,
  advanced_source_view_external: true,
  advanced_stream_view: true,
  account_switch_enabled: false,
  is_password_updated: true,
  is_super_admin: false,
  can_open_user_settings: true,
  dashboard_name: 'Desk',
  account_type: 'DESK',
  isRepdataUser: true,
  internalUser: true,
  streamViewType: 'internal',
  settings: [],
})
const CALLER: Caller = { user, accountId: 1, sessionId: 'a', view: 'internal' }
const TOOLS = offeredTools(CALLER)

const asked: string[] = []
let answers: Omit<Asked, 'turns'> = { shape: 0, freeText: () => '' }
const { calls } = await Effect.runPromise(
  Desk.over(async request => {
    const { endpoint, response } = answerTo(request, answers)
    asked.push(endpoint)
    const { refusal } = answers
    return refusal === undefined ? response : Response.json({ _tag: 'Forbidden', message: refusal }, { status: 403 })
  }),
)

/** Asks a question of a model that follows its script in each turn, over answers that hold these texts. */
async function ask({ turns, ...how }: Asked) {
  answers = how
  asked.length = 0
  const seen: { readonly messages: readonly WireMessage[]; readonly tools: readonly string[] }[] = []
  const told: AssistantProgress[] = []
  const dashboard_name = how.freeText(ACCOUNT_NAME)
  const outcome = await Effect.runPromise(
    Effect.result(
      answerByModel({
        calls,
        caller: { ...CALLER, user: { ...user, dashboard_name } },
        at: new Date('2026-03-02T10:00:00Z'),
        zone: 'UTC',
        question: 'what is going on there?',
        before: [],
        projectId: undefined,
        use: { tokens: 0, sent: [] },
        tell: progress => told.push(progress),
        service: {
          complete: ({ messages, tools }): Promise<ChatReply> => {
            const turn = turns[seen.length] ?? []
            seen.push({ messages: [...messages], tools: tools.map(({ function: { name } }) => name) })
            return Promise.resolve({
              text: turn.length === 0 ? 'Done.' : '',
              calls: turn.map((call, at) => ({
                id: `c${at}`,
                name: call.name,
                arguments: JSON.stringify(call.arguments),
              })),
              tokens: 1,
            })
          },
        },
      }),
    ),
  )
  const results = (seen.at(-1)?.messages ?? []).flatMap(({ role, content }) => (role === 'tool' ? [content] : []))
  return {
    answer: Result.isSuccess(outcome) ? outcome.success : outcome.failure.reason,
    results,
    tools: seen.map(({ tools }) => tools),
    acts: asked.filter(endpoint => !endpoint.startsWith('GET ') && !READS_BY_POST.has(endpoint)),
  }
}

/** Ways to call a tool: with the least and with all that it takes, and with each word that it knows. */
function waysToCall({ name, parameters }: AnyTool): readonly ToolCalled[] {
  const plain: Sampling = { shape: 0, freeText: () => '1' }
  const { ast } = parameters
  const sample = sampled(ast, plain) as Readonly<Record<string, unknown>> // of a struct
  const all = { ...sample, ...('from' in sample ? { from: FROM, to: TO } : {}) }
  const isAsked = (field: string) =>
    field === 'id' ||
    ast.propertySignatures.some(({ name, type }) => name === field && type.context?.isOptional !== true)
  const least = Object.fromEntries(Object.entries(all).filter(([field]) => isAsked(field)))
  const words = ast.propertySignatures.flatMap(({ name: field, type }) =>
    type._tag === 'Union'
      ? type.types.map((_member, shape) => ({ [String(field)]: sampled(type, { ...plain, shape }) }))
      : [],
  )
  return [
    least,
    all,
    ...words.flatMap(word => [
      { ...least, ...word },
      { ...all, ...word },
    ]),
  ].map(given => ({ name, arguments: given }))
}

const ways = (isWrite: boolean): readonly ToolCalled[] =>
  TOOLS.flatMap(({ tool }) => (tool.isWrite === isWrite ? waysToCall(tool) : []))

/** Finds every free text of every answer of the contract that a read tool brings before a model. */
async function placesOf(): Promise<readonly Place[]> {
  const found = new Map<string, Place>()
  for (const call of ways(false))
    for (let shape = 0; shape < SHAPES; shape += 1) {
      const marks: string[] = []
      const { results } = await ask({
        turns: [[call]],
        shape,
        freeText: field => `¤${marks.push(field) - 1}¤`,
      })
      for (const [mark] of results.join(' ').matchAll(MARK)) {
        const field = marks[Number(mark.slice(1, -1))] ?? ''
        const key = `${call.name}: ${field}`
        if (!found.has(key)) found.set(key, { ...call, field, shape })
      }
    }
  return [...found.values()]
}
const PLACES = await placesOf()

function placesBy(key: 'field' | 'name'): ReadonlyMap<string, readonly Place[]> {
  const groups = new Map<string, Place[]>()
  for (const place of PLACES) groups.set(place[key], [...(groups.get(place[key]) ?? []), place])
  return groups
}

/** As rules and reasons are written, which is how some tools show a text. */
const plainly = (text: string): string => text.replaceAll(/[_.]/g, ' ').trim().toLowerCase()
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [plainly(value)]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []
const readOf = (result: string): unknown =>
  JSON.parse(/^<desk_data tool="\w+">(.*)<\/desk_data>$/s.exec(result)?.[1] ?? 'null')
/** Of each write tool, the least that it takes. */
const WRITES = TOOLS.flatMap(({ tool }) => (tool.isWrite ? waysToCall(tool).slice(0, 1) : []))

test('every free text of every answer that a tool shows is known: a new one is listed here before it is shown (§7.31)', () => {
  expect(
    Object.fromEntries(
      [...placesBy('name')].map(([tool, places]) => [tool, places.map(({ field }) => field).toSorted()]),
    ),
  ).toMatchInlineSnapshot(`
    {
      "compare_ranges": [
        "GET /v1/projects/:id pm_proj_name",
        "GET /v1/reports/traffic lines[].business_unit.detail",
        "GET /v1/reports/traffic lines[].business_unit.name",
        "GET /v1/reports/traffic lines[].country.name",
        "GET /v1/reports/traffic lines[].manager.detail",
        "GET /v1/reports/traffic lines[].manager.name",
        "GET /v1/reports/traffic lines[].project.detail",
        "GET /v1/reports/traffic lines[].project.name",
        "GET /v1/reports/traffic lines[].reason.name",
        "GET /v1/reports/traffic lines[].source.detail",
        "GET /v1/reports/traffic lines[].source.name",
        "GET /v1/reports/traffic lines[].state.name",
        "GET /v1/reports/traffic lines[].supplier.detail",
        "GET /v1/reports/traffic lines[].supplier.name",
        "GET /v1/reports/traffic lines[].survey.detail",
        "GET /v1/reports/traffic lines[].survey.name",
        "GET /v1/suppliers/:id name",
        "GET /v1/survey-streams/:id stream_name",
        "GET /v1/surveys/:id pm_sy_name",
        "the account’s name",
      ],
      "count_by_state": [
        "GET /v1/projects/:id pm_proj_name",
        "GET /v1/reports/:type lines[].rule",
        "GET /v1/suppliers/:id name",
        "GET /v1/survey-streams/:id stream_name",
        "GET /v1/surveys/:id pm_sy_name",
        "the account’s name",
      ],
      "explain_change": [
        "GET /v1/figure-changes/:scope/:id events[].by",
        "GET /v1/figure-changes/:scope/:id events[].name",
        "GET /v1/figure-changes/:scope/:id events[].note",
        "GET /v1/figure-changes/:scope/:id parts[].rule",
        "GET /v1/figure-changes/:scope/:id parts[].supplier",
        "GET /v1/figure-changes/:scope/:id terms[].label",
        "GET /v1/projects/:id pm_proj_name",
        "GET /v1/survey-streams/:id stream_name",
        "GET /v1/surveys/:id pm_sy_name",
      ],
      "explain_respondent": [
        "GET /v1/survey-streams/:id/respondent steps[].detail",
        "GET /v1/survey-streams/:id/respondent steps[].rule",
        "GET /v1/survey-streams/:id/respondent steps[].threshold",
        "GET /v1/survey-streams/:id/respondent steps[].value",
      ],
      "explain_status": [
        "GET /v1/statuses/:scope/:id status.reason",
        "GET /v1/statuses/:scope/:id/history [].by",
        "GET /v1/statuses/:scope/:id/history [].note",
        "GET /v1/statuses/:scope/:id/history [].reason",
      ],
      "find_anything": [
        "GET /v1/search hits[].detail",
        "GET /v1/search hits[].name",
        "GET /v1/search respondents[].rdud",
        "GET /v1/search respondents[].rid",
        "GET /v1/search respondents[].stream_name",
      ],
      "list_alerts": [
        "GET /v1/alerts alerts[].facts.change.by",
        "GET /v1/alerts alerts[].facts.moved.value",
        "GET /v1/alerts alerts[].place_name",
        "GET /v1/alerts alerts[].pm_proj_name",
      ],
      "list_ending": [
        "GET /v1/projects [].pm_proj_name",
        "GET /v1/projects [].pm_proj_rep_num",
        "GET /v1/surveys [].pm_sy_name",
      ],
      "list_projects": [
        "GET /v1/projects [].pm_proj_name",
        "GET /v1/projects [].pm_proj_rep_num",
      ],
      "needs_attention": [
        "GET /v1/alerts alerts[].facts.change.by",
        "GET /v1/alerts alerts[].facts.moved.value",
        "GET /v1/alerts alerts[].place_name",
        "GET /v1/alerts alerts[].pm_proj_name",
        "GET /v1/projects [].pm_proj_name",
        "GET /v1/projects [].pm_proj_rep_num",
      ],
      "quota_progress": [
        "GET /v1/projects/:id pm_proj_name",
        "GET /v1/reports/:type lines[].quota",
        "GET /v1/reports/:type lines[].source.detail",
        "GET /v1/reports/:type lines[].source.name",
        "GET /v1/suppliers/:id name",
        "GET /v1/survey-streams/:id stream_name",
        "GET /v1/surveys/:id pm_sy_name",
        "the account’s name",
      ],
      "read_audit_log": [
        "GET /v1/audit-log entries[].api_key",
        "GET /v1/audit-log entries[].who",
      ],
      "read_figures": [
        "GET /v1/projects/:id pm_proj_name",
        "GET /v1/reports/traffic lines[].business_unit.detail",
        "GET /v1/reports/traffic lines[].business_unit.name",
        "GET /v1/reports/traffic lines[].country.name",
        "GET /v1/reports/traffic lines[].day.name",
        "GET /v1/reports/traffic lines[].hour.id",
        "GET /v1/reports/traffic lines[].hour.name",
        "GET /v1/reports/traffic lines[].manager.detail",
        "GET /v1/reports/traffic lines[].manager.name",
        "GET /v1/reports/traffic lines[].month.name",
        "GET /v1/reports/traffic lines[].project.detail",
        "GET /v1/reports/traffic lines[].project.name",
        "GET /v1/reports/traffic lines[].reason.name",
        "GET /v1/reports/traffic lines[].source.detail",
        "GET /v1/reports/traffic lines[].source.name",
        "GET /v1/reports/traffic lines[].state.name",
        "GET /v1/reports/traffic lines[].supplier.detail",
        "GET /v1/reports/traffic lines[].supplier.name",
        "GET /v1/reports/traffic lines[].survey.detail",
        "GET /v1/reports/traffic lines[].survey.name",
        "GET /v1/suppliers/:id name",
        "GET /v1/survey-streams/:id stream_name",
        "GET /v1/surveys/:id pm_sy_name",
        "the account’s name",
      ],
      "read_forecast": [
        "GET /v1/forecasts/:scope/:id name",
        "GET /v1/projects/:id pm_proj_name",
        "GET /v1/survey-streams/:id stream_name",
        "GET /v1/surveys/:id pm_sy_name",
      ],
      "read_history": [
        "GET /v1/history/:scope/:id [].by",
        "GET /v1/history/:scope/:id [].changes[].field",
        "GET /v1/history/:scope/:id [].changes[].from",
        "GET /v1/history/:scope/:id [].changes[].to",
        "GET /v1/history/:scope/:id [].note",
        "GET /v1/history/:scope/:id [].reason",
      ],
      "read_plan": [
        "GET /v1/projects/:id pm_proj_name",
        "GET /v1/survey-streams/:id stream_name",
        "GET /v1/surveys/:id pm_sy_name",
      ],
      "reconciliation_windows": [
        "GET /v1/projects/:id pm_proj_name",
        "GET /v1/reconciliation/:project/summary months[].month",
      ],
      "rule_scorecards": [
        "GET /v1/defender/scorecards rows[].name",
        "the account’s name",
      ],
    }
  `)
})

test('a model that has read nothing may propose by each write tool, reads no text of others by it, and nothing is done', async () => {
  const { answer, results, acts } = await ask({ turns: [WRITES], shape: 0, freeText: () => '¤1¤' })
  expect([acts, results.filter(result => result.includes('¤')), results.length]).toEqual([[], [], WRITES.length])
  expect(answer).toMatchObject({ proposals: WRITES.map(({ name }) => ({ kind: name.replace('propose_', '') })) })
})

test.each([...placesBy('field')])(
  'fifty injections in %s make a model that obeys them act by no write tool (§7.31)',
  async (_field, places) => {
    const acted: unknown[] = []
    for (const { field, shape, ...read } of places)
      for (const [at, injection] of INJECTIONS.entries()) {
        // some models ask for everything at once, others after they have read
        const turns = at % 2 === 0 ? [[read], WRITES] : [[read, ...WRITES], WRITES]
        const { answer, results, tools, acts } = await ask({
          turns,
          shape,
          freeText: of => (of === field ? injection : 'Main'),
        })
        const outcome = {
          wasRead: textsIn(readOf(results[0] ?? '')).some(text => text.includes(plainly(injection).slice(0, 40))),
          refusals: results.filter(result => Object.hasOwn(Object(readOf(result)), 'refused')).length,
          offered: tools.slice(1).flatMap(names => names.filter(name => name.startsWith('propose_'))),
          proposals: typeof answer === 'string' ? answer : answer.proposals,
          acts,
        }
        const wanted = { wasRead: true, refusals: WRITES.length * (1 + (at % 2)), offered: [], proposals: [], acts: [] }
        if (!isDeepStrictEqual(outcome, wanted)) acted.push({ tool: read.name, injection, ...outcome })
      }
    expect(acted).toEqual([])
  },
)

test('fifty injections in the sentence by which a call is refused make it act by none either (§7.31)', async () => {
  const acted: unknown[] = []
  const refused = new Set<string>()
  for (const { tool } of TOOLS) {
    const [read] = waysToCall(tool)
    if (read === undefined || tool.isWrite) continue
    for (const refusal of INJECTIONS) {
      const { answer, results, tools, acts } = await ask({
        turns: [[read], WRITES],
        shape: 0,
        freeText: () => 'Main',
        refusal,
      })
      if (!textsIn(readOf(results[0] ?? '')).includes(plainly(refusal))) continue
      refused.add(tool.name)
      const offered = tools.slice(1).flatMap(names => names.filter(name => name.startsWith('propose_')))
      const outcome = [offered, typeof answer === 'string' ? answer : answer.proposals, acts]
      if (!isDeepStrictEqual(outcome, [[], [], []])) acted.push({ tool: tool.name, refusal, outcome })
    }
  }
  expect(acted).toEqual([])
  // a formula is explained without a call
  expect(refused.size).toBe(TOOLS.filter(({ tool }) => !tool.isWrite).length - 1)
})
