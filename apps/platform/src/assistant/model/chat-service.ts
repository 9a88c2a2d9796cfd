import { Option, Schema } from 'effect'
import type { Readable } from 'node:stream'
import type { ModelService } from '#kernel/config/platform-config'
import type { Egress } from '#kernel/egress/egress'
import { WireChunk, WireReply, type Said, type WireMessage, type WireTool } from './chat-wire.ts'
import { ModelFault } from './model-fault.ts'
import { WithheldKey } from './withheld-key.ts'
import { isIP } from 'node:net'
import { addressGuard } from '#kernel/egress/address-guard'

const { isAllowed: isOutside } = addressGuard([])
/** Names that only a network of one's own knows. */
const OWN_NAME = /^[^.]+$|\.(?:local|localhost|internal|intranet|lan|home|corp|private|svc|home\.arpa)$/i

/** The host of a service as users read it: an address inside is the operator's own affair. */
export function shownHost(baseUrl: string): string {
  const { host, hostname } = new URL(baseUrl)
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isInside = isIP(bare) === 0 ? OWN_NAME.test(bare) : !isOutside(bare)
  return isInside ? 'an address in the desk’s own network' : host
}

const ANSWER_BYTES_MAX = 512 * 1024
const TEXT_MAX_LENGTH = 8_000
const CALLS_MAX = 16
/** Tokens that an answer of TEXT_MAX_LENGTH can have; services name the field for it in two ways, and refuse the other one, so that it is not sent. */
export const ANSWER_TOKENS_MAX = 2_700

/** A request to a model. */
interface ChatRequest {
  readonly messages: readonly WireMessage[]
  readonly tools: readonly WireTool[]
}

/** A call that a model asks for. */
export interface AskedCall {
  readonly id: string
  readonly name: string
  /** JSON, if the model keeps to it. */
  readonly arguments: string
}

/** A model's reply. */
export interface ChatReply {
  readonly text: string
  readonly calls: readonly AskedCall[]
  /** As the service counts them, question and answer; null: it does not say. */
  readonly tokens: number | null
}

/** An OpenAI-compatible service. No error, answer or log of it holds its key, even where it says it itself, or what it said of a fault. */
export class ChatService {
  readonly model: string
  /** The host of its address, as users read it. */
  readonly host: string
  readonly #settings: ModelService
  readonly #egress: Egress

  constructor(settings: ModelService, egress: Egress) {
    this.#settings = settings
    this.#egress = egress
    this.model = settings.model
    this.host = shownHost(settings.baseUrl)
  }

  /**
   * Asks for the next message of a chat.
   * @param onText called with each piece of its text
   * @throws ModelFault
   */
  async complete(request: ChatRequest, onText: (text: string) => void, signal: AbortSignal): Promise<ChatReply> {
    const { baseUrl, model, apiKey } = this.#settings
    const body = JSON.stringify({
      model,
      messages: request.messages,
      ...(request.tools.length === 0 ? {} : { tools: request.tools, tool_choice: 'auto' }),
      stream: true,
      stream_options: { include_usage: true },
    })
    const headers = {
      'content-type': 'application/json',
      accept: 'text/event-stream, application/json',
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    }
    try {
      const {
        status,
        contentType,
        body: answer,
      } = await this.#egress.stream(`${baseUrl}/chat/completions`, { method: 'POST', headers, body }, signal)
      try {
        if (status !== 200) throw new ModelFault(reasonOf(status))
        const reply = new Reply(onText, new WithheldKey(apiKey))
        return contentType.startsWith('text/event-stream')
          ? await readStream(answer, reply)
          : await readWhole(answer, reply)
      } finally {
        answer.on('error', () => {}).destroy()
      }
    } catch (error) {
      // the connection's error may name the address, and is for no one to read
      throw error instanceof ModelFault ? error : new ModelFault(SLOW.has(nameOf(error)) ? 'too_slow' : 'unreachable')
    }
  }
}

const SLOW: ReadonlySet<string> = new Set(['TimeoutError', 'HeadersTimeoutError', 'BodyTimeoutError'])
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

function reasonOf(status: number): ModelFault['reason'] {
  if (status >= 500) return 'unreachable'
  // redirects are not followed, and any other answer is none of a chat
  return status >= 400 ? 'refused' : 'unusable'
}

const decodeChunk = Schema.decodeUnknownOption(WireChunk)
const decodeReply = Schema.decodeUnknownOption(WireReply)

/** A reply as its pieces come. */
class Reply {
  text = ''
  tokens: number | null = null
  isEnded = false
  readonly #calls = new Map<number, { id: string; name: string; arguments: string }>()
  readonly #onText: (text: string) => void
  readonly #withheld: WithheldKey

  constructor(onText: (text: string) => void, withheld: WithheldKey) {
    this.#onText = onText
    this.#withheld = withheld
  }

  add({ content, refusal, tool_calls: calls }: Said): void {
    if (typeof refusal === 'string' && refusal !== '') throw new ModelFault('refused')
    if (typeof content === 'string') this.#show(this.#withheld.add(content))
    for (const [place, { index, id, function: named }] of (calls ?? []).entries()) {
      const at = index ?? place
      const call = this.#calls.get(at) ?? { id: '', name: '', arguments: '' }
      this.#calls.set(at, call)
      if (this.#calls.size > CALLS_MAX) throw new ModelFault('unusable')
      call.id ||= (id ?? '').slice(0, 200)
      call.name += named?.name ?? ''
      call.arguments += named?.arguments ?? ''
    }
  }

  #show(text: string): void {
    if (text === '') return
    this.text += text
    if (this.text.length > TEXT_MAX_LENGTH) throw new ModelFault('unusable')
    this.#onText(text)
  }

  end(reason: string | null | undefined): void {
    if (reason === null || reason === undefined) return
    if (reason === 'content_filter') throw new ModelFault('refused')
    this.isEnded = true
  }

  count(tokens: number | null | undefined): void {
    if (typeof tokens === 'number' && tokens > 0) this.tokens = Math.round(tokens)
  }

  /** @throws ModelFault when it broke off */
  whole(): ChatReply {
    if (!this.isEnded) throw new ModelFault('unusable')
    this.#show(this.#withheld.rest())
    const calls = [...this.#calls.entries()].map(([at, { id, name, arguments: given }]) => ({
      id: id || `call_${at}`,
      name: this.#withheld.in(name),
      arguments: this.#withheld.in(given),
    }))
    return { text: this.text, calls, tokens: this.tokens }
  }
}

async function readStream(body: Readable, reply: Reply): Promise<ChatReply> {
  for await (const line of linesOf(body)) {
    if (!line.startsWith('data:')) continue
    const data = line.slice('data:'.length).trim()
    if (data === '[DONE]') break
    const chunk = decodeChunk(parsed(data))
    if (Option.isNone(chunk)) throw new ModelFault('unusable')
    const [choice] = chunk.value.choices ?? []
    if (choice?.delta) reply.add(choice.delta)
    reply.end(choice?.finish_reason)
    reply.count(chunk.value.usage?.total_tokens)
  }
  return reply.whole()
}

async function* linesOf(body: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let begun = ''
  for await (const chunk of limited(body)) {
    const lines = (begun + decoder.decode(chunk, { stream: true })).split('\n')
    begun = lines.pop() ?? ''
    yield* lines
  }
  yield begun
}

async function readWhole(body: Readable, reply: Reply): Promise<ChatReply> {
  const chunks: Buffer[] = []
  for await (const chunk of limited(body)) chunks.push(chunk)
  const answer = decodeReply(parsed(Buffer.concat(chunks).toString()))
  const [choice] = Option.isSome(answer) ? answer.value.choices : []
  if (Option.isNone(answer) || choice === undefined) throw new ModelFault('unusable')
  reply.add(choice.message)
  reply.end(choice.finish_reason ?? 'stop')
  reply.count(answer.value.usage?.total_tokens)
  return reply.whole()
}

/** A body that ends with a fault once it is too long. */
async function* limited(body: Readable): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES_MAX) throw new ModelFault('unusable')
    yield chunk
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
