import { DeskApi } from '@desk/api/contract'
import { Schema, SchemaAST } from 'effect'
import type { HttpApiEndpoint } from 'effect/http-api'

/** The making of a sample: which of several shapes is taken, and the text of a free text. */
export interface Sampling {
  /** Of each union and list of words the member at this place, over and over. */
  readonly shape: number
  /** @param path the field's place, as `hits[].name` */
  readonly freeText: (path: string) => string
}

/** Values of the forms that the contract's checks ask for. */
const FORMED = [
  '2026-01-05T10:00:00.000Z',
  '2026-01-05',
  '2026-01',
  '10:00',
  '1-0123456789abcdef0123456789abcdef',
  '01912345-0000-7000-8000-000000000001',
  '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
  '#336699',
  '1',
  'a',
  'a@example.com',
  'https://example.com/',
  1,
  10,
  0,
]

/** Of a text, as much as a schema takes; undefined: it takes texts of a form alone. */
function free(ast: SchemaAST.AST, text: string): string | undefined {
  const takes = Schema.is(Schema.make(ast))
  for (const most of [Infinity, 200, 100, 60, 40]) if (takes(text.slice(0, most))) return text.slice(0, most)
  return undefined
}

function formed(ast: SchemaAST.AST, path: string): unknown {
  const found = FORMED.find(Schema.is(Schema.make(ast)))
  if (found === undefined) throw new Error(`No sample for ${path}`)
  return found
}

/** A value that a schema takes: with every optional field, lists of one, and the given text in each free text. */
export function sampled(ast: SchemaAST.AST, how: Sampling, path = ''): unknown {
  switch (ast._tag) {
    case 'Objects':
      return Object.fromEntries([
        ...ast.propertySignatures.map(({ name, type }) => [
          name,
          sampled(type, how, path === '' ? String(name) : `${path}.${String(name)}`),
        ]),
        ...ast.indexSignatures.map(({ parameter, type }) => [
          sampled(parameter, how, `${path}{key}`),
          sampled(type, how, `${path}{}`),
        ]),
      ])
    case 'Arrays':
      return [...ast.elements, ...ast.rest].map(item => sampled(item, how, `${path}[]`))
    case 'Union': {
      const members = ast.types.filter(({ _tag: tag }) => tag !== 'Null' && tag !== 'Undefined')
      const member = members[how.shape % members.length]
      return member === undefined ? null : sampled(member, how, path)
    }
    case 'Literal':
      return ast.literal
    case 'Boolean':
      return true
    case 'Null':
      return null
    case 'Undefined':
    case 'Void':
      return undefined
    case 'Suspend':
      return sampled(ast.thunk(), how, path)
    case 'Number':
      return formed(ast, path)
    default:
      // JSON of any kind may be a text too
      return free(ast, how.freeText(path)) ?? formed(ast, path)
  }
}

interface Answering {
  readonly endpoint: string
  readonly path: RegExp
  readonly answer: SchemaAST.AST | undefined
}

const ENDPOINTS: readonly Answering[] = Object.values(DeskApi.groups).flatMap(group =>
  Object.values(group.endpoints as Readonly<Record<string, HttpApiEndpoint.Top>>).map(({ method, path, success }) => {
    const [answer] = success
    return {
      endpoint: `${method} ${path}`,
      path: new RegExp(`^${method} ${path.replaceAll(/:\w+/g, '[^/]+')}$`),
      answer: answer === undefined ? undefined : SchemaAST.toEncoded(answer.ast),
    }
  }),
)

/** The endpoint of the contract that a request is for, and a sample of its answer. */
export function answerTo(request: Request, how: Sampling): { readonly endpoint: string; readonly response: Response } {
  const asked = `${request.method} ${new URL(request.url).pathname}`
  // a path in words goes before one with parameters
  const [found] = ENDPOINTS.filter(({ path }) => path.test(asked)).toSorted(
    (one, other) => one.endpoint.split(':').length - other.endpoint.split(':').length,
  )
  if (found?.answer === undefined) throw new Error(`No endpoint answers ${asked}`)
  const { endpoint, answer } = found
  const body = sampled(answer, { ...how, freeText: path => how.freeText(`${endpoint} ${path}`) })
  return { endpoint, response: Response.json(body) }
}
