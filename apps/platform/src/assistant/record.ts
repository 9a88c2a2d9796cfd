import type { AnswerPart, ToolCall } from '@desk/schema/assistant/answer'
import type { FigureToken } from '@desk/schema/assistant/figure-token'
import type { Proposal } from '@desk/schema/assistant/proposal'
import { Effect, type Schema } from 'effect'
import type { DeskTool, ToolDesk, ToolFound } from './toolkit/tool.ts'

/** The record of one answer: every call with its result, and the figures by their names. */
export interface AnswerRecord {
  /** Calls a tool; a refusal is recorded, and fails with its sentence. */
  readonly call: <Name extends string, Fields extends Schema.Struct.Fields>(
    tool: DeskTool<Name, Fields>,
    parameters: Schema.Struct<Fields>['Type'],
  ) => ReturnType<DeskTool<Name, Fields>['run']>
  readonly toolCalls: readonly ToolCall[]
  readonly figures: readonly FigureToken[]
  readonly proposals: readonly Proposal[]
}

/** Begins the record of an answer. */
export function answerRecord(desk: ToolDesk): AnswerRecord {
  const toolCalls: ToolCall[] = []
  const figures: FigureToken[] = []
  const proposals: Proposal[] = []

  const named = (figure: FigureToken, call: number): FigureToken => {
    const token = { ...figure, figure_id: `f${figures.length + 1}`, tool_call: call }
    figures.push(token)
    return token
  }
  const namedIn = (part: AnswerPart, call: number): AnswerPart => {
    if (part.kind === 'figure') return { ...part, figure: named(part.figure, call) }
    if (part.kind === 'text' || part.kind === 'prose') return part
    return {
      ...part,
      items: part.items.map(item => ({ ...item, figures: item.figures.map(figure => named(figure, call)) })),
    }
  }

  const call: AnswerRecord['call'] = (tool, parameters) =>
    Effect.gen(function* () {
      const at = toolCalls.length
      // parameters are decoded JSON
      const base = { tool: tool.name, arguments: parameters as Readonly<Record<string, Schema.Json>> }
      toolCalls.push({ ...base, summary: '', link: null, is_refused: true })
      const found: ToolFound = yield* Effect.tapError(tool.run(parameters, desk), ({ message }) =>
        Effect.sync(() => void (toolCalls[at] = { ...base, summary: message, link: null, is_refused: true })),
      )
      toolCalls[at] = { ...base, summary: found.summary, link: found.link, is_refused: false }
      proposals.push(...(found.proposals ?? []))
      return { ...found, parts: found.parts.map(part => namedIn(part, at)) }
    })

  return { call, toolCalls, figures, proposals }
}
