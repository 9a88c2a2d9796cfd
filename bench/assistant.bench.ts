/** assistant.md: questions in words answered by the grammar over HTTP in a big account, against the same calls made directly. */
import { StudyMaker } from '@desk/platform/testing/study'
import type { AssistantAnswer } from '@desk/schema/assistant/answer'
import type { SearchAnswer, SearchHit } from '@desk/schema/search/search'
import { fillTraffic } from './assistant/fill.ts'
import { startDatabaseServer } from './desk/database.ts'
import { startPlatform } from './desk/processes.ts'
import { signIn, someoneOf } from './desk/study.ts'
import { nowMs } from './harness/clock.ts'
import { unlessQuick } from './harness/quick.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { fillLists } from './lists/fill.ts'
import { quantile, report, rounded } from './measure.ts'

const PROJECTS = unlessQuick(10_000, 200)
const SOURCES = unlessQuick(20_000, 400)
const OTHERS = unlessQuick(10_000, 200)
const BUSY_SOURCES = unlessQuick(2_000, 100)
const ROUNDS = unlessQuick(5, 1)
const ASKED_A_ROUND = unlessQuick(15, 2)
const GOAL_MS = 150
const P95 = 0.95
const DAY_MS = 86_400_000

interface Names {
  readonly project: string
  readonly source: string
  readonly supplier: string
}
/** A call that the screens make. */
type Call = <Answer>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Answer>

/** A question, and the calls by which the screens find and show the same. */
interface Question {
  readonly text: (names: Names) => string
  readonly direct: (names: Names, call: Call) => Promise<unknown>
}

const found = async (text: string, call: Call): Promise<SearchHit> => {
  const { hits } = await call<SearchAnswer>('GET', `/v1/search?text=${encodeURIComponent(text)}`)
  const [hit] = hits
  if (hit === undefined) throw new Error(`Nothing is called ${text}`)
  return hit
}
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()

const QUESTIONS: Readonly<Record<string, Question>> = {
  'figures of a project': {
    text: ({ project }) => `How many completes and entrants has project ${project}?`,
    direct: async ({ project }, call) => {
      const { id } = await found(project, call)
      await call('GET', `/v1/projects/${id}`)
      await call('POST', '/v1/metrics/projects', { pm_proj_uds: [id] })
    },
  },
  'a mistyped question': {
    text: ({ project }) => `convresion of project ${project}`,
    direct: async ({ project }, call) => {
      const { id } = await found(project, call)
      await call('GET', `/v1/projects/${id}`)
      await call('POST', '/v1/metrics/projects', { pm_proj_uds: [id] })
    },
  },
  'a source by its name': {
    text: ({ source }) => `What is the IR of source “${source}”?`,
    direct: async ({ source }, call) => {
      const { id, pm_sy_ud: survey } = await found(source, call)
      await call('GET', `/v1/survey-streams/${id}`)
      await call('GET', `/v1/survey-stream-metrics/${survey}?limit=1000`)
    },
  },
  'a supplier in a time': {
    text: ({ supplier }) => `completes of supplier “${supplier}” in the last 7 days`,
    direct: async ({ supplier }, call) => {
      const { id } = await found(supplier, call)
      await call('GET', `/v1/suppliers/${id}`)
      await call('GET', `/v1/reports/traffic?pm_sup_ud=${id}&from=${daysAgo(7)}&to=${daysAgo(0)}&limit=1`)
    },
  },
  'the account by supplier': {
    text: () => 'completes by supplier',
    direct: (_names, call) => call('GET', '/v1/reports/traffic?by=supplier&limit=21'),
  },
  'a project by day': {
    text: ({ project }) => `entrants of project ${project} by day in the last 7 days`,
    direct: async ({ project }, call) => {
      const { id } = await found(project, call)
      await call('GET', `/v1/projects/${id}`)
      await call('GET', `/v1/reports/traffic?pm_proj_ud=${id}&by=day&from=${daysAgo(7)}&to=${daysAgo(0)}&limit=21`)
    },
  },
  'two weeks of a project': {
    text: ({ project }) => `compare completes of project ${project} this week with last week`,
    direct: async ({ project }, call) => {
      const { id } = await found(project, call)
      await call('GET', `/v1/projects/${id}`)
      await Promise.all(
        [
          [14, 7],
          [7, 0],
        ].map(([from = 0, to = 0]) =>
          call('GET', `/v1/reports/traffic?pm_proj_ud=${id}&from=${daysAgo(from)}&to=${daysAgo(to)}&limit=1`),
        ),
      )
    },
  },
  'what needs attention': {
    text: () => 'What needs attention?',
    direct: async (_names, call) => {
      await call('GET', '/v1/alerts?state=open&limit=20')
      await call('GET', '/v1/projects?status=6&limit=20')
    },
  },
  'which projects are live': {
    text: () => 'Which projects are live?',
    direct: (_names, call) => call('GET', '/v1/projects?status=1&limit=21'),
  },
  'why a project has its status': {
    text: ({ project }) => `Why was project ${project} paused?`,
    direct: async ({ project }, call) => {
      const { id } = await found(project, call)
      await call('GET', `/v1/projects/${id}`)
      await call('GET', `/v1/statuses/project/${id}`)
      await call('GET', `/v1/statuses/project/${id}/history?limit=20`)
    },
  },
}

runBench(async cleanup => {
  const server = await startDatabaseServer('assistant')
  cleanup(() => server.stop())
  const database = await server.createDatabase()
  const { asOwner } = database
  const accountId = await new StudyMaker(database.database).account({ name: 'Big', isStaff: true })
  await fillLists(database, accountId, { projects: PROJECTS, sources: SOURCES, others: OTHERS })
  await fillTraffic(database, accountId, BUSY_SOURCES)
  const names = (await asOwner(`
    select p.number as project, s.name as source, u.name as supplier
    from source s join project p on p.project_id = s.project_id join source_supplier x on x.source_id = s.source_id join supplier u on u.supplier_id = x.supplier_id
    where s.account_id = ${accountId} order by hashtext(s.source_id::text) limit 200`)) as Names[] // its columns
  const platform = await startPlatform(database.url)
  cleanup(() => platform.stop())
  const token = await signIn(platform.url, await someoneOf(database.database, accountId))

  const call: Call = async (method, path, body) => {
    const answer = await fetch(platform.url + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'X-Requested-With': 'XMLHttpRequest',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`)
    return JSON.parse(text)
  }

  let asked = 0
  const nextNames = (): Names => {
    const one = names[(asked += 1) % names.length]
    if (one === undefined) throw new Error('There are sources with traffic.')
    return one
  }
  const timesOf = new Map<string, { readonly ours: number[]; readonly peer: number[] }>()
  const noted = (name: string) => {
    const known = timesOf.get(name) ?? { ours: [], peer: [] }
    timesOf.set(name, known)
    return known
  }
  const tookMs = async (act: () => Promise<unknown>): Promise<number> => {
    const startedAtMs = nowMs()
    await act()
    return nowMs() - startedAtMs
  }
  const ask = async (name: string, text: string): Promise<void> => {
    const { closest, tool_calls: calls } = await call<AssistantAnswer>('POST', '/v1/llm', { question: text })
    if (closest.length > 0 || calls.length === 0 || calls.some(({ is_refused }) => is_refused))
      throw new Error(`${name}: “${text}” was not answered: ${JSON.stringify(calls)}`)
  }
  const everyQuestion = async (measure: (name: string, question: Question, names: Names) => Promise<number>) => {
    const all: number[] = []
    for (let at = 0; at < ASKED_A_ROUND; at += 1)
      for (const [name, question] of Object.entries(QUESTIONS)) all.push(await measure(name, question, nextNames()))
    return quantile(all, P95)
  }
  const ours = () =>
    everyQuestion(async (name, { text }, of) => {
      const ms = await tookMs(() => ask(name, text(of)))
      noted(name).ours.push(ms)
      return ms
    })
  const peer = () =>
    everyQuestion(async (name, { direct }, of) => {
      const ms = await tookMs(() => direct(of, call))
      noted(name).peer.push(ms)
      return ms
    })

  // both warm
  await ours()
  await peer()
  timesOf.clear()
  const compared = compare(
    await byTurns(ROUNDS, { ours, peer }),
    one => one,
    other => other,
  )
  report(
    {
      name: 'assistant',
      ...headline(compared),
      unit: 'ms p95',
      goal: `p95 ≤ ${GOAL_MS} ms`,
      met: compared.ours.median <= GOAL_MS,
    },
    {
      measured: `${Object.keys(QUESTIONS).length} kinds of questions, one after the other, over HTTP; ${PROJECTS} projects and surveys, ${SOURCES} sources, ${OTHERS} suppliers and qualifications; ${BUSY_SOURCES} sources with traffic`,
      peerIs: 'the calls by which the screens find and show the same, one after the other',
      p95Ms: compared,
      questions: Object.fromEntries(
        [...timesOf].map(([name, { ours: mine, peer: theirs }]) => [
          name,
          { p95Ms: rounded(quantile(mine, P95)), directP95Ms: rounded(quantile(theirs, P95)) },
        ]),
      ),
    },
  )
})
