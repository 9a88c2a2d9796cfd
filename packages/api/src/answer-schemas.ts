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

const HEAD = `import { Schema } from 'effect'
import type { AnswerOf, EndpointKey } from './endpoints.ts'

// written by scripts/write-endpoint-table.ts from packages/api, whose own code is no part of the first load (docs/decisions/0007)
/** The schema of each answer that is more than a line. */
export const ANSWER_SCHEMAS = {
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

/**
 * Gives the text of the browser's schemas of answers, apps/web/src/runtime/api/answer-schemas.ts: each by the names that its
 * modules export. It omits answers that the contract writes out in one line.
 * @param modules those of packages/schema
 */
export function answerSchemasText(modules: Modules): string {
  const places = placesOf(modules)
  const imports = new Map<string, Set<string>>()
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

  const lines: string[] = []
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
      lines.push(`  '${key}': ${schema},\n`)
      for (const { module, name } of used) imports.set(module, (imports.get(module) ?? new Set()).add(name))
    },
  })
  const imported = [...imports]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([module, names]) => `import { ${[...names].toSorted().join(', ')} } from '${module}'\n`)
  return `${imported.join('')}${HEAD}${lines.join('')}${END}`
}
