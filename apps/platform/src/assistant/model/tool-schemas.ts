import type { Caller } from '@desk/api/authorization'
import { HIDDEN_FROM_EXTERNAL } from '@desk/schema/columns/visible-columns'
import { may } from '@desk/schema/permissions/permissions'
import { Tool } from 'effect/ai'
import { TOOLS, type AnyTool } from '../toolkit/toolkit.ts'
import type { WireTool } from './chat-wire.ts'

const ALL = TOOLS as unknown as readonly AnyTool[] // each decodes its own parameters before it runs
/** Tools listed only to callers who may set the supply side. */
const SUPPLY_SIDE: ReadonlySet<string> = new Set(['propose_price', 'propose_allocation'])

/** A tool that a model may call, as described to its service. */
export interface OfferedTool {
  readonly tool: AnyTool
  readonly wire: WireTool
}

const SCHEMAS: readonly OfferedTool[] = ALL.map(tool => ({
  tool,
  wire: {
    type: 'function',
    function: {
      name: tool.name,
      description: tool.description,
      parameters:
        Object.keys(tool.parameters.fields).length === 0
          ? { type: 'object', properties: {} }
          : Tool.getJsonSchemaFromSchema(tool.parameters),
    },
  },
}))

/** The tools that a caller's model may call; names of figures that their view hides are left out. */
export function offeredTools({ view, user }: Caller): readonly OfferedTool[] {
  const own = SCHEMAS.filter(({ tool: { name } }) => !SUPPLY_SIDE.has(name) || may(user, 'read the supply side'))
  return view === 'internal'
    ? own
    : own.map(({ tool, wire }) => ({
        tool,
        wire: {
          ...wire,
          function: { ...wire.function, parameters: withoutHidden(wire.function.parameters) as object },
        },
      }))
}

/** The fields whose words are figures and columns. */
const OF_COLUMNS: ReadonlySet<string> = new Set(['figure', 'figures', 'by'])

/** A schema without the hidden columns among the words that it allows. */
function withoutHidden(schema: unknown, isOfColumns = false): unknown {
  if (Array.isArray(schema)) return schema.map(each => withoutHidden(each, isOfColumns))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      isOfColumns && key === 'enum' && Array.isArray(value)
        ? value.filter(word => !HIDDEN_FROM_EXTERNAL.has(String(word)))
        : withoutHidden(value, isOfColumns || OF_COLUMNS.has(key)),
    ]),
  )
}
