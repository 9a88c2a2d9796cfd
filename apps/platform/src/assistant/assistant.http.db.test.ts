import { AssistantAnswer } from '@desk/schema/assistant/answer'
import { Schema } from 'effect'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { usePlatform } from '#testing/platform'
import { JOURNAL_DAYS_DEFAULT } from '#kernel/config/defaults'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'
import { sweepConversations } from './conversation-sweep.ts'

const platform = usePlatform()
let on: Stage
let colleague: Ask
beforeAll(async () => {
  on = await stage(platform())
  colleague = await askAs(platform(), on.make, { accountId: on.study.accountId, roleId: 2 })
})

const decode = Schema.decodeUnknownSync(AssistantAnswer)
const ask = async (question: string, who: Ask = on.plain, more: object = {}) =>
  decode((await who('POST', '/v1/llm', { question, ...more })).body)

describe('the assistant (§1.4, api:E3)', () => {
  test('answers a question about figures by tokens that say of what and of when they are, and how it understood (§7.31)', async () => {
    const { projectId } = on.study
    const { body } = await on.plain('GET', `/v1/projects/${projectId}`)
    const answer = await ask('how many complets has streaming habits?')
    expect(answer.understood).toBe(`Completes of project “${body.pm_proj_name}” (complets read as completes)`)
    expect(answer.parts).toEqual([
      {
        kind: 'figure',
        figure: {
          figure_id: 'f1',
          label: 'Completes',
          value: 0,
          unit: 'integer',
          currency: null,
          scope: { scope: 'project', id: projectId, name: body.pm_proj_name },
          range: null,
          as_of: answer.asked_at,
          position: 0,
          formula: 'Completes; the bar shows completes ÷ target',
          link: `/projects/${projectId}`,
          tool_call: 1,
        },
      },
    ])
    expect(answer.tool_calls.map(({ tool, is_refused }) => [tool, is_refused])).toEqual([
      ['find_anything', false],
      ['read_figures', false],
    ])
    expect([answer.answered_by, answer.fallback, answer.is_cut, answer.proposals]).toEqual(['grammar', null, false, []])
  })

  test('“this” means the project of the page; without one it asks which', async () => {
    const { projectId } = on.study
    const [here, nowhere] = [
      await ask('IR of this project', on.plain, { pm_proj_ud: projectId }),
      await ask('IR of this project'),
    ]
    expect(here.parts.map(part => (part.kind === 'figure' ? [part.figure.label, part.figure.scope.id] : part))).toEqual(
      [['IR', projectId]],
    )
    expect(nowhere.parts).toEqual([
      { kind: 'text', text: 'This page is of no project. Say which one is meant, by its name or number.' },
    ])
  })

  test('an unknown question gets the three closest intents, and nothing else', async () => {
    const answer = await ask('sing me a song')
    expect([answer.understood, answer.tool_calls, answer.closest.length]).toEqual([null, [], 3])
  })

  test('a conversation has its answers in order; no other user reads, continues or deletes it (assistant.md §6)', async () => {
    const first = await ask('How is IR calculated?')
    const second = await ask('completes today', on.plain, { conversation_id: first.conversation_id })
    expect([first.number, second.number, second.conversation_id]).toEqual([1, 2, first.conversation_id])
    const path = `/v1/llm/conversations/${first.conversation_id}`
    expect((await on.plain('GET', path)).body.answers).toEqual([first, second])
    for (const other of [colleague, on.advanced, on.otherAccount])
      expect([
        (await other('GET', path)).status,
        (await other('DELETE', path)).status,
        (await other('POST', '/v1/llm', { question: 'IR', conversation_id: first.conversation_id })).status,
        (await other('GET', '/v1/llm/conversations')).body,
      ]).toEqual([404, 404, 404, []])
    expect((await on.plain('DELETE', path)).status).toBe(204)
    expect((await on.plain('GET', path)).status).toBe(404)
  })

  test('a conversation holds 200 questions, also when many are asked at the same time (assistant.md §6)', async () => {
    const { conversation_id: id } = await ask('How is IR calculated?')
    await platform().database.asSystem(tx =>
      sql`update assistant_conversation set messages = 198 where conversation_id = ${id}`.execute(tx),
    )
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        on.plain('POST', '/v1/llm', { question: 'How is IR calculated?', conversation_id: id }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 200, 409, 409, 409, 409, 409, 409,
    ])
    expect(answers.flatMap(({ status, body }) => (status === 409 ? [body.reason] : []))).toEqual(
      Array.from({ length: 6 }, () => 'conversation_full'),
    )
    const listed = (await on.plain('GET', '/v1/llm/conversations')).body
    expect(listed.find((one: { conversation_id: number }) => one.conversation_id === id)?.messages).toBe(200)
  })

  test('a conversation goes JOURNAL_DAYS after its last question with its answers; a younger one stays (assistant.md §6)', async () => {
    const [old, young] = [await ask('How is IR calculated?'), await ask('How is IR calculated?')]
    await ask('completes today', on.plain, { conversation_id: old.conversation_id })
    const { body: settings } = await on.plain('GET', '/v1/llm/settings')
    expect(settings.kept_days).toBe(JOURNAL_DAYS_DEFAULT)
    const { body: asked } = await on.plain('GET', `/v1/llm/conversations/${old.conversation_id}`)
    const endsMs = Date.parse(asked.last_at) + settings.kept_days * 86_400_000
    await platform().database.asSystem(tx =>
      sql`update assistant_conversation set last_at = last_at + interval '1 day' where conversation_id <> ${old.conversation_id}`.execute(
        tx,
      ),
    )
    const sweepAt = (nowMs: number) =>
      sweepConversations({ database: platform().database, nowMs: () => nowMs, days: settings.kept_days })
    const statuses = () =>
      Promise.all(
        [old, young].map(
          async ({ conversation_id }) => (await on.plain('GET', `/v1/llm/conversations/${conversation_id}`)).status,
        ),
      )
    expect([await sweepAt(endsMs), await statuses()]).toEqual([0, [200, 200]])
    expect([await sweepAt(endsMs + 1), await statuses()]).toEqual([1, [404, 200]])
    const { rows } = await platform().database.readAsSystem(tx =>
      sql`select from assistant_message where conversation_id = ${old.conversation_id}`.execute(tx),
    )
    expect(rows).toEqual([])
  })

  test('figures of the internal view are refused to the plain external one, in questions and in earlier answers (domain.md §4)', async () => {
    const refused = await ask('what is the expense by project?')
    expect(refused.parts).toEqual([{ kind: 'text', text: 'Your view does not have this figure.' }])
    const shown = await ask('what is the expense?', on.advanced)
    expect(shown.parts.map(part => part.kind === 'figure' && part.figure.label)).toEqual(['Expense'])
  })
})
