import type { Schema } from 'effect'
import { HttpApi } from 'effect/http-api'
import { DeskApi } from './contract.ts'
import { GATEWAY_CALLS } from './endpoint-table.ts'

/** Modules by the name that others import them by, with what they export. */
export type Modules = ReadonlyMap<string, Readonly<Record<string, unknown>>>

interface Place {
  readonly module: string
  readonly name: string
}

const IMPORTS = `import { Schema } from 'effect'
import type { AnswerOf, EndpointKey } from './endpoints.ts'
`
const WRITTEN = `
// written by scripts/write-endpoint-table.ts from packages/api, whose own code is no part of the first load (docs/decisions/0007)
`
const HEAD_OF_FIRST = `${WRITTEN}/** The schemas of the answers that the first screens wait for (first-calls.ts). */
export const FIRST_ANSWER_SCHEMAS = {
`
const HEAD_OF_ALL = `import { FIRST_ANSWER_SCHEMAS } from './first-answer-schemas.ts'
${WRITTEN}/** The schema of each answer that is more than a line. */
export const ANSWER_SCHEMAS = {
  ...FIRST_ANSWER_SCHEMAS,
`
const END = `} satisfies { readonly [K in EndpointKey]?: Schema.ConstraintCodec<AnswerOf<K>, unknown> }
`

const isSchema = (value: unknown): value is Schema.Top =>
  (typeof value === 'object' || typeof value === 'function') && value !== null && 'ast' in value

/** The parts of a schema: the element of a list, the members of a union, the fields of a record, the schema under an annotation. */
const partOf = (schema: object, part: 'value' | 'members' | 'fields' | 'schema'): unknown => Reflect.get(schema, part)

function placesOf(modules: Modules): ReadonlyMap<unknown, Place> {
  const places = new Map<unknown, Place>()
  for (const [module, exported] of modules) {
    for (const [name, value] of Object.entries(exported)) {
      if (isSchema(value) && !places.has(value)) places.set(value, { module, name })
    }
  }
  return places
}

/** The texts of two modules of apps/web/src/runtime/api. */
export interface AnswerSchemasTexts {
  /** first-answer-schemas.ts */
  readonly first: string
  /** answer-schemas.ts: those, and all others */
  readonly all: string
}

interface Entry {
  readonly line: string
  readonly used: readonly Place[]
}

function importsOf(entries: readonly Entry[]): string {
  const imports = new Map<string, Set<string>>()
  for (const { module, name } of entries.flatMap(({ used }) => used))
    imports.set(module, (imports.get(module) ?? new Set()).add(name))
  return [...imports]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([module, names]) => `import { ${[...names].toSorted().join(', ')} } from '${module}'\n`)
    .join('')
}

const textOf = (head: string, entries: readonly Entry[]): string =>
  `${importsOf(entries)}${IMPORTS}${head}${entries.map(({ line }) => line).join('')}${END}`

/**
 * Gives the text of the browser's schemas of answers: each by the names that its modules export. It omits answers that the contract
 * writes out in one line.
 * @param modules those of packages/schema
 * @param firstCalls the calls, `projects.list`, whose answers the first screens wait for
 */
export function answerSchemasTexts(modules: Modules, firstCalls: ReadonlySet<string>): AnswerSchemasTexts {
  const places = placesOf(modules)
  let used: Place[] = []

  // an expression of exported names; null if there is none
  const named = (schema: unknown): string | null => {
    if (!isSchema(schema)) return null
    const place = places.get(schema)
    if (place !== undefined) {
      used.push(place)
      return place.name
    }
    if (schema.ast._tag === 'Arrays') {
      const of = named(partOf(schema, 'value'))
      return of === null ? null : `Schema.Array(${of})`
    }
    const choice = partOf(schema, 'members')
    if (schema.ast._tag === 'Union' && Array.isArray(choice)) {
      const members = choice.map(named)
      return members.includes(null) ? null : `Schema.Union([${members.join(', ')}])`
    }
    const record = partOf(schema, 'fields')
    if (schema.ast._tag === 'Objects' && typeof record === 'object' && record !== null) {
      const fields = Object.entries(record).map(([name, field]) => [name, named(field)] as const)
      if (fields.length === 0 || fields.some(([, field]) => field === null)) return null
      return `Schema.Struct({ ${fields.map(([name, field]) => `${name}: ${field}`).join(', ')} })`
    }
    return null
  }

  const first: Entry[] = []
  const others: Entry[] = []
  HttpApi.reflect(DeskApi, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint }) => {
      const key = `${group.identifier}.${endpoint.identifier}`
      if (GATEWAY_CALLS.has(key)) return
      const [success] = endpoint.success
      used = []
      // an endpoint's answer is the declared schema wrapped with its status
      const schema = success === undefined ? null : named(partOf(success, 'schema') ?? success)
      if (schema === null) return
      const entry = { line: `  '${key}': ${schema},\n`, used }
      if (firstCalls.has(key)) first.push(entry)
      else others.push(entry)
    },
  })
  return { first: textOf(HEAD_OF_FIRST, first), all: textOf(HEAD_OF_ALL, others) }
}
