import { Schema, SchemaAST } from 'effect'
import { NOT_RECORDED_TEXT } from '#ui/recorded.ts'

/** The known values of a thing, by the names of its fields on the wire. */
export type KnownFields = Readonly<Record<string, unknown>>

const TEXTS = [NOT_RECORDED_TEXT, '2000-01-01T00:00:00.000Z', '2000-01-01', 'https://not.recorded', '']
const NUMBERS = [0, 1, 15]

const first = (schema: Schema.Constraint, candidates: readonly unknown[]): unknown => {
  const is = Schema.is(schema)
  return candidates.find(candidate => is(candidate))
}

/** Nothing, where nothing is allowed: a figure that was not recorded is no 0. */
function unionOf(types: readonly SchemaAST.AST[], known: KnownFields): unknown {
  if (types.some(({ _tag }) => _tag === 'Null')) return null
  const [some] = types
  return some === undefined ? undefined : valueOf(some, known)
}

function valueOf(ast: SchemaAST.AST, known: KnownFields): unknown {
  switch (ast._tag) {
    case 'Objects':
      return Object.fromEntries(
        ast.propertySignatures.flatMap(({ name, type }) => {
          const own = typeof name === 'string' && Object.hasOwn(known, name) ? known[name] : undefined
          // a form holds a number as it was typed
          const fitting = first(Schema.make(type), [
            own,
            typeof own === 'string' && own !== '' ? Number(own) : undefined,
          ])
          if (fitting !== undefined) return [[name, fitting]]
          return SchemaAST.isOptional(type) ? [] : [[name, valueOf(type, known)]]
        }),
      )
    case 'Arrays':
      return []
    case 'Union':
      return unionOf(ast.types, known)
    case 'Literal':
      return ast.literal
    case 'Null':
      return null
    case 'Boolean':
      return false
    case 'Number':
      return first(Schema.make(ast), NUMBERS)
    case 'String':
      return first(Schema.make(ast), TEXTS)
    default:
      return undefined
  }
}

/**
 * Builds the smallest value that a schema allows from the known fields: empty where allowed, and 'Not recorded' for a
 * required text.
 * @returns the wire form; it need not pass where a field's rules allow none of the few values that are tried
 */
export const sampleOf = (schema: Schema.Constraint, known: KnownFields): unknown =>
  valueOf(SchemaAST.toEncoded(schema.ast), known)
