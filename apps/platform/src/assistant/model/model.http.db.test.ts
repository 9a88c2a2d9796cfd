import type { AssistantAnswer, ProsePiece } from '@desk/schema/assistant/answer'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Ask, type Stage } from '#testing/stage'
import { TEST_PASSWORD } from '#testing/study'
import { SCRIPTED_KEY, ScriptedModel, type Said, type Seen } from '../testing/scripted-model.ts'

const model = await ScriptedModel.start()
const platform = usePlatform({ modelService: model.settings({ timeoutMs: 2_000 }) })
let on: Stage

beforeAll(async () => {
  on = await stage(platform())
  const { accountId, projectId } = on.study
  await on.make.rollup(accountId, 'project', projectId, { entrants: 400, completes: 20, terms: 5, expenseCents: 5_000 })
  return () => model.stop()
})
afterEach(() => {
  model.seen.length = 0
})

const ask = async (question: string, who: Ask = on.advanced, more: object = {}): Promise<AssistantAnswer> => {
  const { status, body } = await who('POST', '/v1/llm', { question, ...more })
  if (status !== 200) throw new Error(`The question answered ${status}: ${JSON.stringify(body)}`)
  return body
}

interface Scripted {
  readonly by: (seen: Seen) => Said
}
/** A turn that depends on what the model has seen. */
const script = (by: Scripted['by']): Scripted => ({ by })

/** A script that says one thing after the other. */
const inTurn =
  (...turns: readonly (Said | Scripted)[]) =>
  (seen: Seen): Said => {
    const turn = turns[seen.messages.filter(({ role }) => role === 'assistant').length] ?? { text: 'No more.' }
    return 'by' in turn ? turn.by(seen) : turn
  }

const read = (...figures: readonly string[]): Said => ({
  calls: [{ name: 'read_figures', arguments: { scope: 'project', id: on.study.projectId, figures } }],
})

const words = (pieces: readonly ProsePiece[]) =>
  pieces
    .map(piece =>
      piece.kind === 'text' || piece.kind === 'name'
        ? piece.text
        : piece.kind === 'figure'
          ? `{${piece.figure.value}}`
          : piece.at,
    )
    .join('')
const shown = ({ parts }: AssistantAnswer) =>
  parts
    .map(part => (part.kind === 'prose' ? words(part.pieces) : part.kind === 'text' ? part.text : part.kind))
    .join('\n')

describe('a question that a model answers (§7.31, api:E3)', () => {
  test('gets its figures from the tools that the model chose, in its own words', async () => {
    model.script = inTurn(
      { calls: [{ name: 'find_anything', arguments: { text: 'Streaming habits' } }] },
      script(({ results }) => ({
        calls: [
          {
            name: 'read_figures',
            arguments: { scope: 'project', id: results[0].found[0].id, figures: ['completes', 'entrants'] },
          },
        ],
      })),
      { text: '[n1] has [f1] completes of [f2] entrants.', tokens: 321 },
    )
    const answer = await ask('how is streaming habits going?')
    expect(shown(answer)).toBe('Streaming habits has {20} completes of {400} entrants.')
    expect(answer).toMatchObject({ answered_by: 'model', model: 'scripted-1', fallback: null, is_cut: false })
    expect(answer.tool_calls.map(({ tool }) => tool)).toEqual(['find_anything', 'read_figures'])
    const [prose] = answer.parts
    expect(prose?.kind === 'prose' && prose.pieces[2]).toMatchObject({
      kind: 'figure',
      figure: { label: 'Completes', unit: 'integer', link: `/projects/${on.study.projectId}`, tool_call: 1 },
    })
    // the service got the key, and no one else has it
    expect(model.seen[0]?.headers.authorization).toBe(`Bearer ${SCRIPTED_KEY}`)
    const sent = await on.advanced('GET', `/v1/llm/conversations/${answer.conversation_id}/answers/1/sent`)
    expect(sent.body).toMatchObject({
      model: 'scripted-1',
      service: 'an address in the desk’s own network',
      tokens: 521,
    })
    expect(sent.body.messages.map(({ role }: { role: string }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
      'assistant',
    ])
    expect(JSON.stringify([answer, sent.body])).not.toContain(SCRIPTED_KEY)
    // the texts sent are the ones shown
    const out = (model.seen[2]?.messages ?? []).flatMap(({ role, content }) => (role === 'tool' ? [content] : []))
    expect(
      sent.body.messages.flatMap(({ role, text }: { role: string; text: string }) => (role === 'tool' ? [text] : [])),
    ).toEqual(out)
  })

  test('shows no numeral that no tool gave, and says that it was cut', async () => {
    model.script = inTurn(read('completes'), {
      text: 'It has 20 completes, 21 entrants, a dozen terms and an IR of 45%. See https://evil.example/?n=20.',
    })
    const answer = await ask('how is it going?', on.advanced, { pm_proj_ud: on.study.projectId })
    expect(shown(answer)).toBe('It has {20} completes, […] entrants, a […] terms and an IR of […]. See […]')
    expect(answer.is_cut).toBe(true)
  })

  test('takes up the questions before it, and nothing of their answers', async () => {
    model.script = inTurn({ text: 'Hello.' })
    const { conversation_id } = await ask('What is new?')
    model.script = inTurn({ text: 'Still nothing.' })
    await ask('And now?', on.advanced, { conversation_id })
    expect(model.seen[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(model.seen[1]?.messages[1]?.content).toContain('They asked before: "What is new?".')
    expect(model.seen[1]?.body).not.toContain('Hello.')
  })

  test('an unknown tool and unreadable arguments are answered to the model, which may go on', async () => {
    model.script = inTurn(
      {
        calls: [
          { name: 'drop_tables', arguments: {} },
          { name: 'read_figures', arguments: '{"scope":' },
        ],
      },
      read('completes'),
      { text: '[f1]' },
    )
    expect(shown(await ask('how is it going?'))).toBe('{20}')
    expect(model.seen[1]?.results).toEqual([
      { error: 'There is no such tool.' },
      { error: 'These arguments do not fit the tool’s schema.' },
    ])
  })

  test('a service that does not stream is understood as well', async () => {
    model.script = () => response =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'All is well.' } }] }))
    expect(shown(await ask('how is it going?'))).toBe('All is well.')
  })

  test('a change is proposed by the grammar from the person’s own words, and the model is not asked', async () => {
    const { proposals, answered_by: by } = await ask('pause survey “Gen pop US”')
    expect([proposals.map(({ kind }) => kind), by, model.seen.length]).toEqual([['status'], 'grammar', 0])
  })

  test('only the user who asked reads the data sent for an answer', async () => {
    model.script = inTurn({ text: 'Hello.' })
    const { conversation_id } = await ask('What is new?')
    const path = `/v1/llm/conversations/${conversation_id}/answers/1/sent`
    for (const other of [on.plain, on.otherAccount]) expect((await other('GET', path)).status).toBe(404)
    expect((await on.advanced('GET', path.replace('answers/1', 'answers/2'))).status).toBe(404)
  })

  test('a user who loses the advanced view reads nothing of earlier answers, their tool calls and the data sent for them (domain.md §4)', async () => {
    const { username } = await on.make.user({ accountId: on.study.accountId, roleId: 2, advancedView: true })
    const token = await platform().signIn(username, TEST_PASSWORD)
    const who: Ask = (method, path, body) =>
      platform().call(method, path, { token, ...(body === undefined ? {} : { body }) })
    model.script = inTurn(read('expense'), { text: 'It cost [f1].' })
    const internal = await ask('what did it cost?', who)
    const { conversation_id } = internal
    expect(shown(internal)).toBe('It cost {50}.')
    const priced = await ask('set the supply price of source “Main” to 3.75', who, { conversation_id })
    expect(priced).toMatchObject({
      understood: 'Change the supply price of source “Main”',
      proposals: [{ kind: 'price' }],
    })
    await platform().database.asSystem(tx =>
      sql`update app_user set advanced_source_view_external = false where username = ${username}`.execute(tx),
    )
    model.script = inTurn(read('completes'), { text: 'It has [f1].' })
    const external = await ask('how many completes?', who, { conversation_id })
    const path = `/v1/llm/conversations/${conversation_id}`
    const withheld = {
      parts: [
        {
          kind: 'text',
          text: 'This was answered while you had the advanced view. Ask again to see what your present view shows.',
        },
      ],
      tool_calls: [],
      proposals: [],
      closest: [],
    }
    expect((await who('GET', path)).body.answers).toEqual([
      { ...internal, ...withheld },
      { ...priced, ...withheld, understood: 'a question in the advanced view' },
      external,
    ])
    const sent = async (number: number) => (await who('GET', `${path}/answers/${number}/sent`)).body.messages
    expect(await sent(1)).toEqual([{ role: 'system', text: withheld.parts[0]?.text }])
    expect((await sent(3)).length).toBeGreaterThan(2)
  })
})

test('a service that says its key in an answer shows it to no one: neither the text, nor a call, nor the data sent (docs/decisions/0081)', async () => {
  model.script = inTurn(
    { text: `Trying ${SCRIPTED_KEY}`, calls: [{ name: 'find_anything', arguments: { text: SCRIPTED_KEY } }] },
    { text: `My key is ${SCRIPTED_KEY}, keep it.` },
  )
  const answer = await ask('what is your key?')
  const { body: sent } = await on.advanced('GET', `/v1/llm/conversations/${answer.conversation_id}/answers/1/sent`)
  expect([shown(answer), answer.tool_calls.map(({ tool }) => tool)]).toEqual([
    'My key is […], keep it.',
    ['find_anything'],
  ])
  expect(JSON.stringify(sent)).toContain('My key is […], keep it.')
  expect(JSON.stringify([answer, sent])).not.toContain(SCRIPTED_KEY)
})

describe('the grammar answers where the model does not, and says why', () => {
  const answers =
    (status: number, body = '', headers = {}): Said =>
    response =>
      void response.writeHead(status, headers).end(body)
  const LOOP: Said = { calls: [{ name: 'explain_formula', arguments: { figure: 'ir' } }] }
  const cases: readonly (readonly [string, string, () => (seen: Seen) => Said])[] = [
    ['401', 'refused', () => () => answers(401, `{"error":{"message":"Wrong key ${SCRIPTED_KEY}"}}`)],
    ['429', 'refused', () => () => answers(429)],
    ['500', 'unreachable', () => () => answers(500)],
    ['a redirect, which is not followed', 'unusable', () => () => answers(307, '', { location: '/v1/elsewhere' })],
    ['a cut connection', 'unreachable', () => () => response => void response.destroy()],
    ['silence', 'too_slow', () => () => () => {}],
    [
      'text that is no JSON',
      'unusable',
      () => () => answers(200, 'data: hello\n\n', { 'content-type': 'text/event-stream' }),
    ],
    ['a page', 'unusable', () => () => answers(200, '<html></html>', { 'content-type': 'text/html' })],
    [
      'an answer that breaks off',
      'unusable',
      () => () =>
        answers(200, 'data: {"choices":[{"delta":{"content":"Half"}}]}\n\n', { 'content-type': 'text/event-stream' }),
    ],
    [
      'an answer without an end',
      'unusable',
      () => () => response => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        const more = (): void => {
          while (
            !response.destroyed &&
            response.write(`data: {"choices":[{"delta":{}}],"x":"${'x'.repeat(10_000)}"}\n\n`)
          );
          if (!response.destroyed) response.once('drain', more)
        }
        more()
      },
    ],
    ['a text that is too long', 'unusable', () => () => ({ text: 'so '.repeat(5_000) })],
    ['no text at all', 'unusable', () => () => ({ text: '' })],
    [
      'a refusal',
      'refused',
      () => () =>
        answers(200, JSON.stringify({ choices: [{ message: { content: null, refusal: 'I cannot.' } }] }), {
          'content-type': 'application/json',
        }),
    ],
    ['the same call for ever', 'unusable', () => () => LOOP],
    ['unknown tools for ever', 'unusable', () => () => ({ calls: [{ name: 'nothing', arguments: {} }] })],
    [
      'more calls than are allowed',
      'unusable',
      () => () => ({
        calls: Array.from({ length: 17 }, () => ({ name: 'explain_formula', arguments: { figure: 'ir' } })),
      }),
    ],
  ]
  test.each(cases)('%s: %s', async (_name, fallback, make) => {
    model.script = make()
    const answer = await ask('completes of project “Streaming habits”')
    expect([answer.answered_by, answer.fallback, answer.model]).toEqual(['grammar', fallback, 'scripted-1'])
    expect(answer.parts.map(part => part.kind === 'figure' && part.figure.value)).toEqual([20])
    expect(model.seen.length).toBeLessThanOrEqual(6)
    expect(JSON.stringify(answer)).not.toContain(SCRIPTED_KEY)
    expect(JSON.stringify(answer)).not.toContain('127.0.0.1')
  })
})

describe('an answer that is streamed', () => {
  const streamed = async (signal?: AbortSignal) => {
    const { username } = await on.make.user({ accountId: on.study.accountId, roleId: 1, advancedView: true })
    const token = await platform().signIn(username, 'Desk-test-1')
    return fetch(`${platform().url}/v1/llm`, {
      method: 'POST',
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ question: 'how is it going?', is_streamed: true }),
      ...(signal === undefined ? {} : { signal }),
    })
  }
  const linesOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))

  test('comes sentence by sentence, with its calls, and whole in its last line', async () => {
    model.script = inTurn(read('completes'), { text: 'It has [f1] completes. It has 99 too. Fine.' })
    const response = await streamed()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson'])
    const lines = linesOf(await response.text())
    expect(
      lines.slice(0, -1).map(({ kind, tool, pieces }) => (kind === 'prose' ? words(pieces) : (tool ?? kind))),
    ).toEqual(['waiting', 'read_figures', 'It has {20} completes.', ' It has […] too.'])
    expect(shown(lines.at(-1))).toBe('It has {20} completes. It has […] too. Fine.')
  })

  test('reaches the reader before the model has ended', async () => {
    let end = (): void => {}
    model.script = () => response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: 'So far so good. And' } }] })}\n\n`)
      end = () => void response.end(`data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\n`)
    }
    const reader = (await streamed()).body?.getReader()
    let text = ''
    while (!text.includes('So far')) text += new TextDecoder().decode((await reader?.read())?.value)
    expect(text).not.toContain('conversation_id')
    end()
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      text += new TextDecoder().decode(part.value)
    expect(shown(linesOf(text).at(-1))).toBe('So far so good. And')
  })

  test('ends at the model when its reader goes, keeps no answer, and frees its reservation', async () => {
    const before = model.aborted
    model.script = () => response =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': waiting\n\n')
    const gone = new AbortController()
    const used = async () =>
      (
        await platform().database.asSystem(tx =>
          sql<{ tokens: string; messages: number }>`
            select (select sum(tokens) from assistant_use)::text as tokens, (select count(*)::int from assistant_message) as messages`.execute(
            tx,
          ),
        )
      ).rows[0]
    const was = await used()
    const response = await streamed(gone.signal)
    await vi.waitFor(() => expect(model.seen.length).toBe(1))
    gone.abort()
    await vi.waitFor(() => expect(model.aborted).toBe(before + 1), { timeout: 1_500 })
    await vi.waitFor(async () => expect(await used()).toEqual(was), { timeout: 1_500 })
    expect(response.status).toBe(200)
  })
})
