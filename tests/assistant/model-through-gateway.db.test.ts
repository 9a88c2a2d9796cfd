import { ScriptedModel } from '@desk/platform/assistant/testing/scripted-model'
import { afterAll, expect, test, vi } from 'vitest'
import { houseOfTests } from '../live/testing.ts'

const model = await ScriptedModel.start()
const house = houseOfTests({ modelService: model.settings() })
afterAll(() => model.stop())

/** Asks as a page does, through the gateway, and reads while the answer comes. */
async function ask(signal: AbortSignal | null = null) {
  const { maker, userOf, gateway } = house()
  const { accountId } = await maker.study()
  const token = await userOf({ accountId, roleId: 1 })
  const response = await fetch(`${gateway.url}/v1/llm`, {
    method: 'POST',
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ question: 'how is it going?', is_streamed: true }),
    signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const conversations = async () => (await house().call('GET', '/v1/llm/conversations', { token })).body
  return { type: response.headers.get('content-type'), read: async () => (await reader?.read())?.value, conversations }
}

const stream = (text: string) => `data: ${JSON.stringify({ choices: [{ delta: { content: text } }] })}\n\n`

test('the gateway hands on an answer of a model while it is still being written (§7.31, api:E3)', async () => {
  let end = (): void => {}
  model.script = () => response => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(stream('So far so good. And'))
    end = () =>
      void response.end(
        `${stream(' on it goes.')}data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\n`,
      )
  }
  const { type, read } = await ask()
  let text = ''
  // the model says no more before this was read
  while (!text.includes('So far so good.')) text += await read()
  expect([type, text.includes('conversation_id')]).toEqual(['application/x-ndjson', false])
  end()
  for (let part = await read(); part !== undefined; part = await read()) text += part
  const lines = text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines.at(-1)).toMatchObject({
    answered_by: 'model',
    parts: [{ kind: 'prose', pieces: [{ kind: 'text', text: 'So far so good. And on it goes.' }] }],
  })
})

test('Stop in a browser ends the request at the model behind gateway and platform, and nothing is stored (§7.31)', async () => {
  model.script = () => response =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(stream('It is. And'))
  const [stop, before] = [new AbortController(), model.aborted]
  const { read, conversations } = await ask(stop.signal)
  let text = ''
  while (!text.includes('It is.')) text += await read()
  expect(model.aborted).toBe(before)
  stop.abort()
  await vi.waitFor(() => expect(model.aborted).toBe(before + 1), { timeout: 5_000 })
  expect(await conversations()).toEqual([])
})
