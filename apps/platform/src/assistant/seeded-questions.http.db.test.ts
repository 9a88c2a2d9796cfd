import type { AnswerPart, AssistantAnswer } from '@desk/schema/assistant/answer'
import type { FigureToken } from '@desk/schema/assistant/figure-token'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { Chance } from '#demo/random'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'
import { INTENTS } from './grammar/intents.ts'
import { rangeIn } from './grammar/range.ts'
import { figureQuestions, type Asked } from './testing/figure-questions.ts'
import { argsOf, screensOf, type AskedPlace, type Row } from './testing/screens-say.ts'
import { sorted } from './testing/sorted.ts'
import { makeTraffic } from './testing/traffic.ts'

const SEED = Number(process.env['SEED'] ?? 20_261_125)
const platform = usePlatform()
const chance = new Chance(SEED)
let on: Stage
let zone: string
let places: readonly AskedPlace[]
let screens: ReturnType<typeof screensOf>

beforeAll(async () => {
  on = await stage(platform())
  const { make, study } = on
  const { accountId, projectId, surveyId, supplierId } = study
  const sourceId = study.sourceIds[0] ?? 0
  const northern = await make.supplier({ accountId, name: 'Northern Light' })
  const diary = await make.project({ accountId, name: 'Evening diary', number: 'ED-7' })
  const diarySurvey = await make.survey({ accountId, projectId: diary, name: 'Wave two UK', target: 120 })
  const backup = await make.source({
    accountId,
    projectId: diary,
    surveyId: diarySurvey,
    name: 'Backup stream two',
    supplierIds: [supplierId, northern],
  })
  await makeTraffic(platform().database, accountId, {
    sources: [
      { sourceId, supplierIds: [supplierId] },
      { sourceId: backup, supplierIds: [supplierId, northern] },
    ],
    days: 45,
    chance,
  })
  places = [
    { scope: 'project', id: projectId, name: 'Streaming habits' },
    { scope: 'project', id: diary, name: 'Evening diary' },
    { scope: 'survey', id: surveyId, name: 'Gen pop US' },
    { scope: 'survey', id: diarySurvey, name: 'Wave two UK' },
    { scope: 'source', id: sourceId, name: 'Main' },
    { scope: 'source', id: backup, name: 'Backup stream two' },
    { scope: 'supplier', id: northern, name: 'Northern Light' },
  ]
  screens = screensOf(on, places)
  const { rows } = await platform().database.readAsSystem(tx =>
    sql<{ name: string }>`
      select iana_name as name from time_zone where code = (select distinct time_zone_code from app_user where home_account_id = ${accountId})`.execute(
      tx,
    ),
  )
  zone = rows[0]?.name ?? 'UTC'
}, 120_000)

const ask = async (question: string, more: object = {}): Promise<AssistantAnswer> =>
  (await on.advanced('POST', '/v1/llm', { question, ...more })).body

const tokensOf = (parts: readonly AnswerPart[]): readonly FigureToken[] =>
  parts.flatMap(part =>
    part.kind === 'figure' ? [part.figure] : part.kind === 'list' ? part.items.flatMap(({ figures }) => figures) : [],
  )

describe(`seeded questions, each figure beside what the screens’ own calls say (§7.31; seed ${SEED})`, () => {
  test('200 and more of figures: synonyms, typing mistakes, places, times and what lines stand for', async () => {
    const asked = figureQuestions(chance, places)
    const wrong: unknown[] = []
    let figures = 0
    for (const { question, tool, args, when } of asked) {
      const answer = await ask(question)
      const call = answer.tool_calls.at(-1)
      const { from, to, ...given } = call?.arguments ?? {}
      const range = when === undefined ? null : rangeIn(when, new Date(answer.asked_at), zone)?.range
      const got = [call?.tool, given, from ?? null, to ?? null]
      const want = [tool, args, range?.from.toISOString() ?? null, range?.to.toISOString() ?? null]
      const differs = call?.is_refused === false ? await screens.unequal(answer) : []
      figures += tokensOf(answer.parts).length
      if (
        JSON.stringify(sorted(got)) !== JSON.stringify(sorted(want)) ||
        call?.is_refused !== false ||
        differs.length > 0
      )
        wrong.push({ question, got, want, differs, parts: answer.parts.filter(({ kind }) => kind === 'text') })
    }
    expect(wrong).toEqual([])
    expect([asked.length >= 200, figures >= asked.length]).toEqual([true, true])
  }, 300_000)

  test('every other intent that reads, in several words, asks the tool that the screen’s own call answers, and says what it says', async () => {
    const { projectId, surveyId } = on.study
    const project = { scope: 'project', id: projectId }
    const here = { pm_proj_ud: projectId }
    const respondent = `d0-${on.study.sourceIds[0]}-0`
    const reads: readonly Asked[] = [
      ...['How is IR calculated?', 'explain the formula of incidence', 'what does IR mean'].map(question => ({
        question,
        intent: 'formula',
        tool: 'explain_formula',
        args: { figure: 'ir' },
      })),
      ...['find “Evening diary”', 'search evening diary', 'locate evning diary'].map(question => ({
        question,
        intent: 'find',
        tool: 'find_anything',
        args: { text: question.includes('“') ? 'Evening diary' : question.split(' ').slice(1).join(' ') },
      })),
      ...['why was this project paused?', 'Why is this project stopped', 'reason why this project is live'].map(
        question => ({
          question,
          intent: 'why.paused',
          tool: 'explain_status',
          args: project,
          more: here,
        }),
      ),
      ...[
        'Why did the completes of this project change this week?',
        'why have completes of this project fell this week',
      ].map(question => ({
        question,
        intent: 'why.changed',
        tool: 'explain_change',
        args: { ...project, figure: 'completes' },
        when: 'this week',
        more: here,
      })),
      ...[`Why was respondent ${respondent} terminated?`, `what happened to respondent ${respondent}`].map(
        question => ({
          question,
          intent: 'why.terminated',
          tool: 'explain_respondent',
          args: { find: respondent },
        }),
      ),
      ...['Who changed this project?', 'history of this project', 'who has edited this project'].map(question => ({
        question,
        intent: 'history',
        tool: 'read_history',
        args: project,
        more: here,
      })),
      ...['Who changed what today?', 'who edited what today?'].map(question => ({
        question,
        intent: 'audit',
        tool: 'read_audit_log',
        args: {},
        when: 'today',
      })),
      ...['What needs attention?', 'any problems?', 'what is urgent', 'what is wrong?', 'which alerts are there'].map(
        question => ({ question, intent: 'attention', tool: 'needs_attention', args: {} }),
      ),
      ...['Which projects are live?', 'list the running projects', 'which projects are fielding'].map(question => ({
        question,
        intent: 'projects.live',
        tool: 'list_projects',
        args: { statusid: 1 },
      })),
      ...['Which projects are paused?', 'list stopped projects'].map(question => ({
        question,
        intent: 'projects.paused',
        tool: 'list_projects',
        args: { statusid: 2 },
      })),
      ...[
        'Until when can this project be reconciled?',
        'reconciliation window of this project',
        'recon deadline of this project',
      ].map(question => ({
        question,
        intent: 'reconciliation',
        tool: 'reconciliation_windows',
        args: { project_id: projectId },
        more: here,
      })),
      ...[
        'Why do respondents terminate in this project?',
        'outcomes of this project',
        'terminations of this project',
      ].map(question => ({ question, intent: 'states', tool: 'count_by_state', args: project, more: here })),
      ...[
        'How far are the quotas of this project?',
        'quota progress of this project',
        'progress of survey “Gen pop US”',
      ].map(question => ({
        question,
        intent: 'quotas',
        tool: 'quota_progress',
        args: question.includes('“') ? { scope: 'survey', id: surveyId } : project,
        more: here,
      })),
      ...['How precise are the rules of Defender?', 'scorecards', 'how accurate is defender'].map(question => ({
        question,
        intent: 'scorecards',
        tool: 'rule_scorecards',
        args: {},
      })),
      ...['How is this project doing?', 'how is this project performing', 'overview of this project'].map(question => ({
        question,
        intent: 'figures',
        tool: 'read_figures',
        args: project,
        more: here,
      })),
      ...['Explain r-1001', 'replay r-1001'].map(question => ({
        question: question.replace('r-1001', respondent),
        intent: 'explain',
        tool: 'explain_respondent',
        args: { find: respondent },
      })),
      ...['When does project “Streaming habits” end?', 'when will this project finish'].map(question => ({
        question,
        intent: 'plan.end',
        tool: 'read_plan',
        args: project,
        more: here,
      })),
      ...['When will project “Streaming habits” be full?', 'will this project be full'].map(question => ({
        question,
        intent: 'plan.full',
        tool: 'read_forecast',
        args: project,
        more: here,
      })),
      ...['How many completes are left on this project?', 'completes left on project “Streaming habits”'].map(
        question => ({ question, intent: 'plan.left', tool: 'read_plan', args: project, more: here }),
      ),
      ...['Is survey “Gen pop US” on track?', 'is survey gen pop US on pace'].map(question => ({
        question,
        intent: 'plan.track',
        tool: 'read_plan',
        args: { scope: 'survey', id: surveyId },
      })),
      ...['Which surveys end this week?', 'list surveys that finish this week'].map(question => ({
        question,
        intent: 'ending',
        tool: 'list_ending',
        args: { scope: 'survey' },
        when: 'this week',
      })),
      ...['Which sources are behind?', 'what is lagging'].map(question => ({
        question,
        intent: 'alerts.behind',
        tool: 'list_alerts',
        args: { kind: 'behind_pace' },
      })),
      ...['Which sources had hash errors?', 'hash errors'].map(question => ({
        question,
        intent: 'alerts.hashes',
        tool: 'list_alerts',
        args: { kind: 'hash_errors' },
      })),
      ...['What do we owe supplier “Northern Light” this month?', 'how much is due to Northern Light this month'].map(
        question => ({
          question,
          intent: 'owed',
          tool: 'read_figures',
          args: { scope: 'supplier', id: places.at(-1)?.id, figures: ['expense', 'completes'] },
          when: 'this month',
        }),
      ),
      {
        question: 'Which projects lose money?',
        intent: 'losing',
        tool: 'read_figures',
        args: { scope: 'account', figures: ['margin', 'entrants'], by: 'project', order: 'least', below: 0 },
      },
      ...['Top suppliers by completes this month', 'which supplier has the most completes this month'].map(
        question => ({
          question,
          intent: 'order',
          tool: 'read_figures',
          args: { scope: 'account', figures: ['completes', 'entrants'], by: 'supplier', order: 'most' },
          when: 'this month',
        }),
      ),
      ...['How many projects are live?', 'how many surveys are running', 'how many sources are live'].map(question => ({
        question,
        intent: 'live.projects',
        tool: 'read_figures',
        args: { scope: 'account', figures: ['live_projects', 'live_surveys', 'live_sources'] },
      })),
    ]
    const wrong: unknown[] = []
    for (const { question, tool, args, when, more } of reads) {
      const answer = await ask(question, more)
      const call = answer.tool_calls.at(-1)
      const { from, to, ...given } = call?.arguments ?? {}
      const got = [call?.tool, given, from !== undefined && to !== undefined, call?.is_refused, answer.closest]
      const want = [tool, args, when !== undefined, false, []]
      if (JSON.stringify(sorted(got)) !== JSON.stringify(sorted(want))) wrong.push({ question, got, want })
      const differs = tool === 'read_figures' && !('order' in args) ? await screens.unequal(answer) : []
      if (differs.length > 0) wrong.push({ question, differs })
    }
    expect(wrong).toEqual([])
    const reading = INTENTS.map(({ intent }) => intent).filter(
      intent => !intent.startsWith('propose.') && !intent.startsWith('figure.') && intent !== 'compare',
    )
    expect([...new Set(reads.map(({ intent }) => intent))].toSorted()).toEqual(reading.toSorted())
  }, 120_000)

  test('lines in order are those of the report, the most or the least first, and shares of few entrants are left out', async () => {
    const wrong: unknown[] = []
    for (const [question, field, sign] of [
      ['top sources by completes', 'completes', -1],
      ['which source has the lowest conversion?', 'conversion', 1],
    ] as const) {
      const answer = await ask(question)
      const { lines } = await screens.reportOf(field, { scope: 'account', by: 'source' }, {})
      const want = lines
        .filter(line => field === 'completes' || Number(line['entrants']) >= 30)
        .map(line => Number(line[field]))
        .toSorted((one, other) => sign * (one - other))
      const got = answer.parts
        .flatMap(part => (part.kind === 'list' ? part.items : []))
        .map(({ figures }) => figures[0]?.value)
      if (want.length < 2 || JSON.stringify(got) !== JSON.stringify(want)) wrong.push({ question, got, want })
    }
    expect(wrong).toEqual([])
  })

  test('comparisons have both times of every supplier and source, and the change between, as the reports of both say', async () => {
    const [weeks, ...others] = await Promise.all(
      [
        'Compare completes and expense by supplier this week with last week',
        'conversion by source this month versus last month',
        'how did revenue change by project last week compared to this week',
      ].map(question => ask(question)),
    )
    for (const answer of [weeks, ...others]) {
      const call = answer?.tool_calls.at(-1)
      expect([call?.tool, call?.is_refused]).toEqual(['compare_ranges', false])
      const args = argsOf(call)
      const { figures = [], by = '' } = args
      const [was, is] = await Promise.all(
        figures.map(async field => [
          await screens.reportOf(field, args, {
            ...(args.earlier_from === undefined ? {} : { from: args.earlier_from }),
            ...(args.earlier_to === undefined ? {} : { to: args.earlier_to }),
          }),
          await screens.reportOf(field, args, args),
        ]),
      ).then(both => [both.map(([before]) => before), both.map(([, now]) => now)])
      const items = answer?.parts.flatMap(part => (part.kind === 'list' ? part.items : [])) ?? []
      expect(items.length).toBeGreaterThan(0)
      for (const { title, figures: tokens } of items) {
        const values = figures.flatMap((field, at) => {
          const of = (report: { readonly lines: readonly Row[] } | undefined) => {
            const line = report?.lines.find(row => (row[by] as { readonly name: string } | null)?.name === title) // a line's key
            return line === undefined
              ? ['completes', 'expense', 'revenue'].includes(field)
                ? 0
                : null
              : (line[field] as number | null) // a figure
          }
          const [before, now] = [of(was?.[at]), of(is?.[at])]
          return [before, now, before === null || now === null ? null : now - before]
        })
        expect([title, tokens.map(({ value }) => value)]).toEqual([title, values])
      }
    }
  }, 60_000)

  test('states, quotas and reconciliation windows say what their reports say', async () => {
    const { projectId } = on.study
    const here = { pm_proj_ud: projectId }
    const figuresOf = (answer: AssistantAnswer) =>
      answer.parts.flatMap(part =>
        part.kind === 'list'
          ? part.items.map(({ title, figures }) => [title, ...figures.map(({ value }) => value)])
          : [],
      )
    const states = (await screens.get(`/v1/reports/terminations?pm_proj_ud=${projectId}&limit=1000`))['lines'] as {
      state: keyof typeof RESPONDENT_STATE_LABELS
      respondents: number
    }[] // the contract's answer
    const counts = new Map<string, number>()
    for (const { state, respondents } of states)
      counts.set(RESPONDENT_STATE_LABELS[state], (counts.get(RESPONDENT_STATE_LABELS[state]) ?? 0) + respondents)
    expect(figuresOf(await ask('terminations of this project', here))).toEqual(
      [...counts].toSorted(([, a], [, b]) => b - a),
    )
    const quotas = (await screens.get(`/v1/reports/quotas?pm_proj_ud=${projectId}`))['lines'] as {
      quota: string | null
      source: { name: string }
      completes: number
      target: number
      progress: number
    }[] // the contract's answer
    expect(figuresOf(await ask('quotas of this project', here))).toEqual(
      quotas.map(({ quota, source, completes, target, progress }) => [
        quota ?? source.name,
        completes,
        target,
        progress,
      ]),
    )
    const { months } = (await screens.get(`/v1/reconciliation/${projectId}/summary`)) as unknown as {
      months: { month: string; completes: number; rejected: number }[]
    } // the contract's answer
    expect(figuresOf(await ask('until when can this project be reconciled?', here))).toEqual(
      months.map(({ month, completes, rejected }) => [month, completes, rejected]),
    )
  })

  test('a question that goes on from another takes from it the words that it leaves out', async () => {
    const first = await ask('completes of project “Streaming habits” yesterday')
    const conversation_id = first.conversation_id
    const argsAfter = async (question: string) => {
      const { tool_calls: calls } = await ask(question, { conversation_id })
      const { from: _from, to: _to, ...args } = argsOf(calls.at(-1))
      return args
    }
    const { projectId, surveyId } = on.study
    const completes = { figures: ['completes'] }
    expect(await argsAfter('and by supplier?')).toEqual({
      scope: 'project',
      id: projectId,
      ...completes,
      by: 'supplier',
    })
    expect(await argsAfter('and by source?')).toEqual({ scope: 'project', id: projectId, ...completes, by: 'source' })
    expect(await argsAfter('completes of survey “Gen pop US” today')).toEqual({
      scope: 'survey',
      id: surveyId,
      ...completes,
    })
    expect(await argsAfter('what about expense?')).toEqual({ scope: 'survey', id: surveyId, figures: ['expense'] })
  })

  test('a name that several things have asks which is meant; the thing above it, or its status, tells them apart', async () => {
    const { accountId, projectId, surveyId, sourceIds } = on.study
    const again = await on.make.survey({ accountId, projectId, name: 'Gen pop US' })
    for (const survey of [again, surveyId])
      await on.make.source({ accountId, projectId, surveyId: survey, name: 'Twin' })
    const asked = async (question: string) => {
      const { parts, proposals, tool_calls: calls } = await ask(question)
      return { text: parts.find(part => part.kind === 'text')?.text, scope: proposals[0]?.scope.id, call: calls.at(-1) }
    }
    expect((await asked('LOI of Gen pop US')).text).toBe(
      '2 surveys are called “Gen pop US”. Say which one, by its number.',
    )
    expect((await asked('pause Twin')).text).toBe('2 sources are called “Twin”. Say which one, by its number.')
    expect((await asked('pause Twin in Gen pop US')).text).toBe(
      '2 sources are called “Twin”. Say which one, by its number.',
    )
    expect((await asked('pause Twin in Wave two UK')).text).toContain('“twin')
    expect((await asked('pause Main in Gen pop US')).scope).toBe(sourceIds[0])
  })
})
