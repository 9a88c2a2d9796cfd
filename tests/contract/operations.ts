import { openApiDocument } from '@desk/api/openapi'

/** A part of OpenAPI's JSON Schema: what the contract uses of it. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

/** One call of the contract, with what it takes. */
export interface Operation {
  /** As in the contract, `GET /v1/projects/{id}`. */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly pathParameters: readonly string[]
  readonly queryParameters: readonly string[]
  readonly headers: readonly string[]
  readonly body: JsonSchema | null
}

interface RawOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: JsonSchema } } }
}

/** Every call of the contract. */
export function contractOperations(): readonly Operation[] {
  const { paths } = openApiDocument() as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  } // OpenAPI 3.1
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const named = (place: string): string[] =>
        parameters.filter(parameter => parameter.in === place).map(({ name }) => name)
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        pathParameters: named('path'),
        queryParameters: named('query'),
        headers: named('header'),
        body: requestBody?.content['application/json']?.schema ?? null,
      }
    }),
  )
}
