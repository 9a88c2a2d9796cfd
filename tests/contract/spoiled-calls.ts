import { addressOf, queryOf } from '../calls/calls.ts'
import type { BaseCall } from '../calls/endpoint.ts'
import { BAD_BODIES, BAD_ENCODINGS, BAD_PARAMETERS, badValues } from './bad-values.ts'
import type { Operation } from './operations.ts'

/** A call with one fault. */
export interface SpoiledCall {
  readonly what: string
  /** The part of the call that is spoiled: a parameter, a header, a field, or the whole body. */
  readonly place: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | null
  /** Refused whatever its values are. */
  readonly isUnreadable?: true
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Every malformed variant of a call of this operation: each field, parameter and header, and the whole body. */
export function spoiledCalls(operation: Operation, base: BaseCall): readonly SpoiledCall[] {
  const { method } = operation
  const body = base.body ? JSON.stringify(base.body) : null
  const headers = { ...base.headers, ...(body === null ? {} : JSON_TYPE) }
  const whole = { method, headers, body, path: addressOf(operation, base) }
  return [
    ...operation.pathParameters.flatMap(name =>
      [...BAD_PARAMETERS, ...BAD_ENCODINGS].map(text => ({
        ...whole,
        place: `{${name}}`,
        what: `{${name}} ${shown(text)}`,
        path: addressOf(operation, base, { path: { [name]: text } }),
      })),
    ),
    ...operation.queryParameters.flatMap(name => {
      const others = queryOf(Object.fromEntries(Object.entries(base.query ?? {}).filter(([other]) => other !== name)))
      const spoil = (what: string, text: string) => ({
        ...whole,
        place: `?${name}`,
        what,
        path: addressOf(operation, base, { query: [others, text].filter(part => part !== '').join('&') }),
      })
      return [
        ...[...BAD_PARAMETERS, ...BAD_ENCODINGS].map(text => spoil(`?${name}=${shown(text)}`, `${name}=${text}`)),
        spoil(`no ?${name}`, ''),
        spoil(`?${name} without a value`, name),
        spoil(`?${name} twice`, `${name}=1&${name}=2`),
        spoil(`?${name} as a list`, `${name}[]=1&${name}[0]=2`),
        spoil(`?${name} as an object`, `${name}[__proto__][isAdmin]=1`),
      ]
    }),
    ...operation.headers.flatMap(name =>
      ['', ' ', 'x'.repeat(201), 'x'.repeat(8_000), 'é', '__proto__', "'; drop table account; --"].map(text => ({
        ...whole,
        place: `header ${name}`,
        what: `header ${name} ${shown(text)}`,
        headers: { ...headers, [name]: text },
      })),
    ),
    ...Object.entries(operation.body?.properties ?? {}).flatMap(([name, schema]) => [
      ...badValues(schema).map(({ what, json }) => ({
        ...whole,
        place: name,
        what: `${name}: ${what}`,
        body: bodyWith(base, name, json),
      })),
      { ...whole, place: name, what: `no ${name}`, body: bodyWith(base, name, null) },
      {
        ...whole,
        place: name,
        what: `${name} twice`,
        body: `{"${name}":${JSON.stringify(base.body?.[name])},${(body ?? '{}').slice(1)}`,
        isUnreadable: true as const,
      },
      {
        ...whole,
        place: name,
        what: `${name} twice, once written otherwise`,
        body: `{"${escaped(name)}":${JSON.stringify(base.body?.[name])},${(body ?? '{}').slice(1)}`,
        isUnreadable: true as const,
      },
    ]),
    ...BAD_BODIES.map(bad => ({
      ...whole,
      place: 'body',
      what: `a body of ${bad.what}`,
      body: bad.body,
      headers: { ...headers, ...JSON_TYPE, ...bad.headers },
    })),
  ]
}

function bodyWith(base: BaseCall, name: string, json: string | null): string {
  const fields = Object.entries(base.body ?? {}).flatMap(([other, value]) =>
    other === name ? [] : [`${JSON.stringify(other)}:${JSON.stringify(value)}`],
  )
  return `{${[...fields, ...(json === null ? [] : [`"${name}":${json}`])].join(',')}}`
}

/** The name with its first letter as an escape: another text, the same name. */
function escaped(name: string): string {
  return `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`
}

function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text
}
