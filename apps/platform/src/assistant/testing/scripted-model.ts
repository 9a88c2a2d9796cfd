import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModelService } from '#kernel/config/platform-config'
import type { WireMessage, WireTool } from '../model/chat-wire.ts'

/** A request to a test's model in one turn. */
export interface Seen {
  readonly headers: IncomingHttpHeaders
  readonly messages: readonly WireMessage[]
  /** The names of the tools that it may call. */
  readonly tools: readonly string[]
  /** The results of this question's tools, in order. */
  // a script says itself what it expects of a result
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly results: readonly any[]
  /** The question as the person asked it. */
  readonly question: string
  readonly body: string
}

/** Its answer: text, calls of tools, or whatever else a server may do. */
export type Said =
  | {
      readonly text?: string
      readonly calls?: readonly { readonly name: string; readonly arguments: unknown }[]
      readonly tokens?: number
    }
  | ((response: ServerResponse) => void)

const ENVELOPE = /^<desk_data tool="\w+">(.*)<\/desk_data>$/s

/** A real OpenAI-compatible server whose model says what a test's script tells it. */
export class ScriptedModel {
  readonly seen: Seen[] = []
  /** How many requests ended before their answer did. */
  aborted = 0
  script: (seen: Seen) => Said | Promise<Said> = () => ({ text: 'Nothing.' })
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('close', () => {
      if (!response.writableFinished) this.aborted += 1
    })
    request.on('end', () => {
      const seen = seenIn(request.headers, Buffer.concat(chunks).toString())
      this.seen.push(seen)
      void Promise.resolve(this.script(seen)).then(said => {
        if (typeof said === 'function') said(response)
        else sayIt(response, said)
      })
    })
  })

  static async start(): Promise<ScriptedModel> {
    const model = new ScriptedModel()
    await new Promise<void>(resolve => model.#server.listen(0, '127.0.0.1', resolve))
    return model
  }

  /** The settings of a platform whose assistant asks it. */
  settings(own: Partial<ModelService> = {}): ModelService {
    const { port } = this.#server.address() as AddressInfo // a TCP server that listens has one
    return {
      baseUrl: `http://127.0.0.1:${port}/v1`,
      model: 'scripted-1',
      apiKey: SCRIPTED_KEY,
      timeoutMs: 20_000,
      tokensAMonth: 1_000_000_000,
      questionsAMinute: 1_000_000,
      ...own,
    }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }
}

export const SCRIPTED_KEY = 'sk-scripted-word-9137'

function seenIn(headers: IncomingHttpHeaders, body: string): Seen {
  const { messages, tools = [] } = JSON.parse(body) as {
    readonly messages: readonly WireMessage[]
    readonly tools?: readonly WireTool[]
  }
  return {
    headers,
    body,
    messages,
    tools: tools.map(({ function: { name } }) => name),
    results: messages.flatMap(message =>
      message.role === 'tool' ? [JSON.parse(ENVELOPE.exec(message.content)?.[1] ?? 'null')] : [],
    ),
    question:
      messages
        .findLast(({ role }) => role === 'user')
        ?.content?.split('\n\n')
        .at(-1) ?? '',
  }
}

/** Streams an answer in small pieces, as services do. */
function sayIt(response: ServerResponse, { text = '', calls = [], tokens = 100 }: Exclude<Said, Function>): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (delta: object, reason: string | null = null): void =>
    void response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`)
  send({ role: 'assistant', content: '' })
  for (const piece of text.match(/.{1,7}/gs) ?? []) send({ content: piece })
  for (const [index, { name, arguments: given }] of calls.entries()) {
    const json = typeof given === 'string' ? given : JSON.stringify(given)
    send({ tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }] })
    const half = Math.floor(json.length / 2)
    for (const part of [json.slice(0, half), json.slice(half)])
      send({ tool_calls: [{ index, function: { arguments: part } }] })
  }
  send({}, calls.length > 0 ? 'tool_calls' : 'stop')
  response.write(`data: ${JSON.stringify({ choices: [], usage: { total_tokens: tokens } })}\n\n`)
  response.end('data: [DONE]\n\n')
}
