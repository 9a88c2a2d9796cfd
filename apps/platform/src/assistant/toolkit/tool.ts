import type { Caller } from '@desk/api/authorization'
import type { AnswerPart } from '@desk/schema/assistant/answer'
import type { Proposal } from '@desk/schema/assistant/proposal'
import { refusalOf, type Permission } from '@desk/schema/permissions/permissions'
import type { SearchHit } from '@desk/schema/search/search'
import { Effect, Schema } from 'effect'
import type { DeskCalls } from '../desk.ts'

/** A tool's surroundings: the desk's calls as the caller makes them, and the moment of the question. */
export interface ToolDesk {
  readonly calls: DeskCalls
  readonly caller: Caller
  readonly at: Date
}

/** A tool's findings. The record of the answer names the figures and binds them to the call. */
export interface ToolFound {
  /** In one line. */
  readonly summary: string
  /** The screen that shows the same; null: there is none. */
  readonly link: string | null
  readonly parts: readonly AnswerPart[]
  readonly proposals?: readonly Proposal[]
  /** Of a search: what it found, by its ids. */
  readonly hits?: readonly SearchHit[]
  /** It holds text that a user or a respondent wrote: names, notes, rids. */
  readonly hasFreeText: boolean
}

/** Why a tool found nothing: the sentence that the screen's own call answers. */
export class ToolRefusal extends Schema.TaggedError<ToolRefusal>()('ToolRefusal', { message: Schema.String }) {}

const UNEXPECTED = 'This could not be read. Please try again.'

/** Turns what calls of the desk answer instead into a refusal. */
export const orRefused = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, ToolRefusal, R> =>
  Effect.mapError(effect, error => {
    if (error instanceof ToolRefusal) return error
    const isAnswer = typeof error === 'object' && error !== null && '_tag' in error && ANSWERS.has(String(error._tag))
    return new ToolRefusal({ message: isAnswer && error instanceof Error ? error.message : UNEXPECTED })
  })

/** The errors of the contract, whose messages are meant for users. */
const ANSWERS: ReadonlySet<string> = new Set(['NotFound', 'Forbidden', 'Conflict', 'Refused', 'TooMany', 'Unavailable'])

/** One tool of the assistant: the grammar, a model and MCP clients call the same. */
export interface DeskTool<Name extends string, Fields extends Schema.Struct.Fields> {
  readonly name: Name
  /** Its purpose, in words that a model reads too. */
  readonly description: string
  readonly parameters: Schema.Struct<Fields>
  /** A write tool proposes, and changes nothing. */
  readonly isWrite: boolean
  readonly run: (parameters: Schema.Struct<Fields>['Type'], desk: ToolDesk) => Effect.Effect<ToolFound, ToolRefusal>
}

/** Declares a tool. */
export function deskTool<const Name extends string, const Fields extends Schema.Struct.Fields>(
  name: Name,
  {
    run,
    fields,
    proposes,
    description,
  }: {
    readonly description: string
    readonly fields: Fields
    /** The permission of the change that it proposes; absent: it proposes none. */
    readonly proposes?: Permission
    readonly run: (parameters: Schema.Struct<Fields>['Type'], desk: ToolDesk) => Effect.Effect<ToolFound, unknown>
  },
): DeskTool<Name, Fields> {
  return {
    name,
    description,
    parameters: Schema.Struct(fields),
    isWrite: proposes !== undefined,
    run: (parameters, desk) => {
      const refusal = proposes === undefined ? null : refusalOf(desk.caller.user, proposes)
      return refusal === null ? orRefused(run(parameters, desk)) : Effect.fail(new ToolRefusal({ message: refusal }))
    },
  }
}
