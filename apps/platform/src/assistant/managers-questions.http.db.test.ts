import type { AnswerPart, AssistantAnswer } from '@desk/schema/assistant/answer'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/demo-accounts'
import { usePlatform } from '#testing/platform'
import { makeTestDemo } from '#testing/test-demo'

const platform = usePlatform()
let token: string

beforeAll(async () => {
  await makeTestDemo({ database: platform().database, url: platform().databaseUrl })
  token = await platform().signIn('advanced@acme.example', DEMO_PASSWORD)
}, 120_000)

const ask = async (question: string): Promise<AssistantAnswer> =>
  (await platform().call('POST', '/v1/llm', { token, body: { question } })).body

/** Tools that answered, without the search for the name. */
const toolsOf = ({ tool_calls: calls }: AssistantAnswer): readonly string[] =>
  calls.filter(({ tool, is_refused }) => tool !== 'find_anything' && !is_refused).map(({ tool }) => tool)

const figuresOf = (parts: readonly AnswerPart[]) =>
  parts.flatMap(part =>
    part.kind === 'figure' ? [part.figure] : part.kind === 'list' ? part.items.flatMap(({ figures }) => figures) : [],
  )

const wordsOf = (parts: readonly AnswerPart[]): string =>
  parts.map(part => (part.kind === 'text' ? part.text : '')).join(' ')

const ACCOUNT = 'account Acme Research'
const WAVE_7 = 'project Streaming habits wave 7'
const NORTHLIGHT = 'supplier Northlight Panels'
/** Each line is of another supplier, source or project. */
const EACH = 'each'
/** A time that may have just begun, without any respondent. */
const MAY_BE_EMPTY = /today|this week|this month/

/** Questions of managers (docs/spec/assistant.md §4): the tool, the figure, and the thing that each figure is of. */
const ANSWERED: readonly (readonly [question: string, tools: readonly string[], figure?: string, of?: string])[] = [
  ['What needs attention?', ['needs_attention']],
  ['what did we spend on Streaming habits wave 7?', ['read_figures'], 'Expense', WAVE_7],
  ['margin on Electric vehicles tracker', ['read_figures'], 'Margin', 'project Electric vehicles tracker'],
  ['completes today', ['read_figures'], 'Completes', ACCOUNT],
  ['completes yesterday by supplier', ['read_figures'], 'Completes', EACH],
  ['overquotas by source today', ['read_figures'], 'OQs', EACH],
  ['completes of Northlight Panels this week', ['read_figures'], 'Completes', NORTHLIGHT],
  ['compare completes this week with last week', ['compare_ranges'], 'Completes before', ACCOUNT],
  ['why did IR fall on Gen pop GB?', ['explain_change'], 'Completes before', 'survey Gen pop GB'],
  ['top suppliers by completes last month', ['read_figures']],
  ['which sources are behind?', ['list_alerts', 'list_alerts']],
  ['how many completes did Northlight deliver this week?', ['read_figures'], 'Completes', NORTHLIGHT],
  ['which surveys end this week?', ['list_ending']],
  ['lowest conversion', ['read_figures'], 'Conversion', EACH],
  ['who paused Craft beer concept test?', ['explain_status']],
  ['is Streaming habits wave 7 on track?', ['read_plan', 'list_alerts', 'list_alerts'], 'Completes left', WAVE_7],
  ['when will Streaming habits wave 7 be full?', ['read_forecast'], 'Completes', WAVE_7],
  ['will Electric vehicles tracker be full?', ['read_forecast'], 'Completes', 'project Electric vehicles tracker'],
  ['speeders this week', ['count_by_state']],
  ['what do we owe Opinion Harbor this month', ['read_figures'], 'Expense', 'supplier Opinion Harbor'],
  ['pause Partner A in Gen pop US', ['propose_status']],
  ['which projects lose money?', ['read_figures']],
  ['hash errors today', ['list_alerts']],
  // the same with other names, typing mistakes and another order of words
  ['spend of electric vehicles tracker?', ['read_figures'], 'Expense', 'project Electric vehicles tracker'],
  ['this week northlight panels completes', ['read_figures'], 'Completes', NORTHLIGHT],
  ['complets yesterday by suplier', ['read_figures'], 'Completes', EACH],
  ['highest conversion', ['read_figures'], 'Conversion', EACH],
  ['is Electric vehicles tracker on track?', ['read_plan', 'list_alerts', 'list_alerts']],
]

/** Questions about one of several things of that name. */
const AMBIGUOUS: readonly (readonly [question: string, name: string])[] = [
  ['why is Exchange C paused?', 'Exchange C'],
  ['LOI of Adults 18–34 US', 'Adults 18–34 US'],
  ['when does Gen pop US end?', 'Gen pop US'],
  ['completes left on Gen pop US', 'Gen pop US'],
]

describe('the questions of managers, on the demo (assistant.md §4)', () => {
  test.each(ANSWERED.map(([question, ...wanted]) => ({ question, wanted })))(
    '$question',
    async ({ question, wanted }) => {
      const [tools, figure, of = EACH] = wanted
      const answer = await ask(question)
      expect(toolsOf(answer)).toEqual(tools)
      expect(answer.closest).toEqual([])
      if (figure === undefined) return
      const figures = figuresOf(answer.parts)
      if (figures.length === 0 && MAY_BE_EMPTY.test(question)) return
      expect(figures.map(({ label }) => label)).toContain(figure)
      if (of === EACH) return
      expect([...new Set(figures.map(({ scope }) => `${scope.scope} ${scope.name}`))]).toEqual([of])
    },
  )

  test.each(AMBIGUOUS)('%s: asks which one is meant', async (question, name) => {
    const { parts, proposals } = await ask(question)
    expect(wordsOf(parts)).toMatch(new RegExp(`are called “${name}.*Say which one`))
    expect(figuresOf(parts)).toEqual([])
    expect(proposals).toEqual([])
    const titles = parts.flatMap(part => (part.kind === 'list' ? part.items.map(({ title }) => title) : []))
    expect(titles.filter(title => !title.startsWith(name))).toEqual([])
  })

  test('the question after an ambiguous one may give the number', async () => {
    const { parts } = await ask('when does survey 2000 end?')
    expect([...new Set(figuresOf(parts).map(({ scope }) => `${scope.scope} ${scope.id}`))]).toEqual(['survey 2000'])
  })

  test('“which supplier is the worst?” asks by which figure', async () => {
    const answer = await ask('which supplier is the worst?')
    expect(wordsOf(answer.parts)).toContain('Say by which figure')
    expect(toolsOf(answer)).toEqual([])
  })

  test('an id that no respondent has is no other respondent', async () => {
    const answer = await ask('explain me-3000')
    expect(toolsOf(answer)).toEqual([])
    expect(wordsOf(answer.parts)).toBe('No respondent of this account has this RDUD or rid.')
  })

  test('a fraud counts only the rules and reasons that mean it', async () => {
    const { parts } = await ask('duplicates of the account')
    const titles = parts.flatMap(part => (part.kind === 'list' ? part.items.map(({ title }) => title) : []))
    expect(titles).not.toEqual([])
    expect(titles.filter(title => !/duplicate/i.test(title))).toEqual([])
  })

  test('a proposal in a place pauses the only source of that name there', async () => {
    const { proposals } = await ask('pause Partner A in Gen pop US')
    const { rows } = await platform().database.readAsSystem(tx =>
      tx.client.query(
        "select source_id from source s join survey v using (account_id, survey_id) where v.name = 'Gen pop US' and s.name like 'Partner A%' and s.account_id = 11",
      ),
    )
    expect(proposals.map(({ scope }) => scope?.id)).toEqual(rows.map(({ source_id: id }) => id))
  })
})
