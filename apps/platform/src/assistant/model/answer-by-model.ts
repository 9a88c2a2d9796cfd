import type { AssistantProgress, SentMessage } from '@desk/schema/assistant/answer'
import { Effect, Result, Schema } from 'effect'
import { isWellFormed } from '#kernel/http/well-formed'
import { askedFor } from '../desk.ts'
import type { AnswerDraft } from '../draft.ts'
import { answerRecord, type AnswerRecord } from '../record.ts'
import type { ToolDesk } from '../toolkit/tool.ts'
import type { AnyTool } from '../toolkit/toolkit.ts'
import { ANSWER_TOKENS_MAX, type AskedCall, type ChatReply, type ChatService } from './chat-service.ts'
import type { WireMessage } from './chat-wire.ts'
import { envelope, firstMessages, type ModelQuestion } from './instructions.ts'
import { ModelFault } from './model-fault.ts'
import { proseOf } from './prose.ts'
import { Quotables } from './quotables.ts'
import { offeredTools, type OfferedTool } from './tool-schemas.ts'

/** The end of a sentence or a line: later text does not change the text before it. */
const END = /[.!?…](?=\s)|\n/g

/** Gives a text sentence by sentence while it comes. */
class Sentences {
  #text = ''

  /** Takes up a piece. @returns the sentences that are now whole, with their ends; empty: none */
  add(piece: string): string {
    this.#text += piece
    let end = 0
    for (const match of this.#text.matchAll(END)) end = match.index + match[0].length
    const whole = this.#text.slice(0, end)
    this.#text = this.#text.slice(end)
    return whole
  }

  /** Forgets the unfinished part. */
  clear(): void {
    this.#text = ''
  }
}

/** The most times that a model is asked for one question. */
const TURNS_MAX = 6
/** The most tools that it may call. */
const CALLS_MAX = 12
/** Unknown tools and unreadable arguments that it may ask for. */
const FAULTS_MAX = 3
const RESULT_MAX_LENGTH = 8_000
/** The most tokens of one question: it ends before a turn that could use more. */
export const QUESTION_TOKENS_MAX = 60_000
/** A token of plain text is longer; a service that does not count is counted so. */
const CHARACTERS_A_TOKEN = 3

/** The use of a question so far, whatever becomes of it. */
export interface ModelUse {
  tokens: number
  readonly sent: SentMessage[]
}

export interface ModelAsking extends ToolDesk, ModelQuestion {
  readonly service: Pick<ChatService, 'complete'>
  /** Counted up while it goes on. */
  readonly use: ModelUse
  readonly tell: (progress: AssistantProgress) => void
}

/** Answers a question by a model that chooses among the toolkit, as the caller. */
export const answerByModel = (asking: ModelAsking): Effect.Effect<AnswerDraft, ModelFault> =>
  askedFor(asking.caller)(Effect.suspend(() => new Asked(asking).answer()))

class Asked {
  readonly #asking: ModelAsking
  readonly #record: AnswerRecord
  readonly #quotables = new Quotables()
  readonly #offered: readonly OfferedTool[]
  readonly #messages: WireMessage[]
  /** Text that others wrote was read: nothing is proposed any more. */
  #hasReadText = false
  #faults = 0

  constructor(asking: ModelAsking) {
    this.#asking = asking
    this.#record = answerRecord(asking)
    this.#offered = offeredTools(asking.caller)
    this.#messages = firstMessages(asking)
    this.#keep(...this.#messages)
  }

  answer(): Effect.Effect<AnswerDraft, ModelFault> {
    return Effect.gen({ self: this }, function* () {
      for (let turn = 0; turn < TURNS_MAX; turn += 1) {
        const reply = yield* this.#ask()
        if (reply.calls.length === 0) return yield* this.#draftOf(reply.text)
        const calls = reply.calls.map(({ id, name, arguments: given }) => ({
          id,
          type: 'function' as const,
          function: { name, arguments: given },
        }))
        this.#say({ role: 'assistant', content: reply.text === '' ? null : reply.text, tool_calls: calls })
        // one after the other: what one of them read counts for the next
        for (const call of reply.calls)
          this.#say({ role: 'tool', tool_call_id: call.id, content: yield* this.#call(call) })
      }
      return yield* Effect.fail(new ModelFault('unusable'))
    })
  }

  #ask(): Effect.Effect<ChatReply, ModelFault> {
    const { service, use, tell } = this.#asking
    const tools = this.#offered.filter(({ tool }) => !tool.isWrite || !this.#hasReadText).map(({ wire }) => wire)
    const asked = Math.ceil(JSON.stringify([this.#messages, tools]).length / CHARACTERS_A_TOKEN)
    if (use.tokens + asked + ANSWER_TOKENS_MAX > QUESTION_TOKENS_MAX) return Effect.fail(new ModelFault('unusable'))
    const sentences = new Sentences()
    let written = 0
    const onText = (text: string): void => {
      written += text.length
      const whole = sentences.add(text)
      const pieces = proseOf(whole, this.#quotables).parts.flatMap(part => (part.kind === 'prose' ? part.pieces : []))
      if (pieces.length > 0)
        tell({ kind: 'prose', pieces: whole.endsWith('\n') ? [...pieces, { kind: 'text', text: '\n' }] : pieces })
    }
    let isCounted = false
    return Effect.tryPromise({
      try: async signal => {
        const reply = await service.complete({ messages: this.#messages, tools }, onText, signal)
        use.tokens += Math.min(reply.tokens ?? asked + Math.ceil(written / CHARACTERS_A_TOKEN), QUESTION_TOKENS_MAX)
        isCounted = true
        return reply
      },
      catch: error => (error instanceof ModelFault ? error : new ModelFault('unusable')),
    }).pipe(
      Effect.onExit(() =>
        Effect.sync(() => {
          // a request that broke off has been paid for as well, as far as it came
          if (!isCounted) use.tokens += written === 0 ? 0 : asked + Math.ceil(written / CHARACTERS_A_TOKEN)
        }),
      ),
    )
  }

  /** Calls a tool, and gives what the model reads of it. */
  #call({ name, arguments: given }: AskedCall): Effect.Effect<string, ModelFault> {
    const offered = this.#offered.find(({ tool }) => tool.name === name)?.tool
    if (offered === undefined) return this.#fault(name, 'There is no such tool.')
    const parameters = decoderOf(offered)(parsedArguments(given))
    if (Result.isFailure(parameters)) return this.#fault(name, 'These arguments do not fit the tool’s schema.')
    if (offered.isWrite && this.#hasReadText)
      return Effect.succeed(
        envelope(name, { refused: 'Nothing is proposed after results were read. Tell the person to ask in words.' }),
      )
    if (this.#record.toolCalls.length >= CALLS_MAX) return Effect.fail(new ModelFault('unusable'))
    this.#asking.tell({ kind: 'call', tool: name })
    return Effect.map(Effect.result(this.#record.call(offered, parameters.success)), outcome => {
      if (Result.isFailure(outcome)) {
        this.#hasReadText = true
        return envelope(name, { refused: outcome.failure.message })
      }
      const { summary, parts, hasFreeText, hits } = outcome.success
      // of a proposal the model reads the desk's own words alone
      if (offered.isWrite) return envelope(name, { proposed: summary })
      this.#hasReadText ||= hasFreeText
      const { reference, parts: shown } = this.#quotables.add(parts)
      const found = hits?.map(({ scope, id, pm_proj_ud, pm_sy_ud }) => ({ scope, id, pm_proj_ud, pm_sy_ud }))
      return envelope(name, shortened({ result: reference, ...(found === undefined ? {} : { found }), parts: shown }))
    })
  }

  #fault(name: string, message: string): Effect.Effect<string, ModelFault> {
    this.#faults += 1
    return this.#faults > FAULTS_MAX
      ? Effect.fail(new ModelFault('unusable'))
      : Effect.succeed(envelope(/^\w{1,64}$/.test(name) ? name : 'unknown', { error: message }))
  }

  #draftOf(text: string): Effect.Effect<AnswerDraft, ModelFault> {
    const { parts, isCut } = proseOf(text, this.#quotables)
    const { toolCalls, proposals } = this.#record
    this.#keep({ role: 'assistant', content: text })
    if (parts.length === 0 && proposals.length === 0) return Effect.fail(new ModelFault('unusable'))
    return Effect.succeed({
      answered_by: 'model',
      fallback: null,
      understood: null,
      parts,
      is_cut: isCut,
      tool_calls: toolCalls,
      proposals,
      closest: [],
    })
  }

  #say(message: WireMessage): void {
    this.#messages.push(message)
    this.#keep(message)
  }

  #keep(...messages: readonly WireMessage[]): void {
    for (const message of messages) {
      const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
      const called = calls.map(({ function: { name, arguments: given } }) => `${name} ${given}`)
      this.#asking.use.sent.push({
        role: message.role,
        text: [message.content ?? '', ...called]
          .filter(line => line !== '')
          .join('\n')
          .replaceAll('\0', '')
          .toWellFormed(),
      })
    }
  }
}

/** Decodes the arguments of a tool, whose fields need no services. */
const decoderOf = ({ parameters }: AnyTool) =>
  Schema.decodeUnknownResult(parameters as unknown as Schema.Codec<AnyTool['parameters']['Type'], unknown>)

function parsedArguments(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    const given: unknown = JSON.parse(text)
    // neither can be stored
    return isWellFormed(given) && !JSON.stringify(given).includes(String.raw`\u0000`) ? given : undefined
  } catch {
    return undefined
  }
}

/** A result with fewer lines, until it is short enough. */
function shortened(result: Readonly<Record<string, unknown>> & { readonly parts: readonly object[] }): object {
  let lines = 25
  let shown: object = result
  while (JSON.stringify(shown).length > RESULT_MAX_LENGTH && lines > 0) {
    lines = Math.floor(lines / 2)
    const most = lines
    shown = {
      ...result,
      parts: result.parts.map(part =>
        'lines' in part && Array.isArray(part.lines)
          ? { ...part, lines: part.lines.slice(0, most), has_more: true }
          : part,
      ),
    }
  }
  return JSON.stringify(shown).length > RESULT_MAX_LENGTH ? { ...result, parts: [] } : shown
}
