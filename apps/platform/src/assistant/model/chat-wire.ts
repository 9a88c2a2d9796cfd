import { Schema } from 'effect'

/** A call of a tool as a message holds it. */
export interface WireCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

/** A message of an OpenAI-compatible chat. */
export type WireMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: readonly WireCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }

/** A tool as described to a service. */
export interface WireTool {
  readonly type: 'function'
  readonly function: { readonly name: string; readonly description: string; readonly parameters: object }
}

const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const Usage = Schema.Struct({ total_tokens: maybe(Schema.Finite) })
const Function = Schema.Struct({ name: maybe(Schema.String), arguments: maybe(Schema.String) })
const Call = Schema.Struct({ index: maybe(Schema.Finite), id: maybe(Schema.String), function: maybe(Function) })
const said = { content: maybe(Schema.String), refusal: maybe(Schema.String), tool_calls: maybe(Schema.Array(Call)) }
const Said = Schema.Struct(said)
export type Said = typeof Said.Type

/** A piece of a streamed answer. */
export const WireChunk = Schema.Struct({
  choices: maybe(Schema.Array(Schema.Struct({ delta: maybe(Said), finish_reason: maybe(Schema.String) }))),
  usage: maybe(Usage),
})
/** An answer of a service that does not stream. */
export const WireReply = Schema.Struct({
  choices: Schema.Array(Schema.Struct({ message: Said, finish_reason: maybe(Schema.String) })),
  usage: maybe(Usage),
})
