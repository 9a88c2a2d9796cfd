import { OpenApi } from 'effect/http-api'
import { DeskApi } from './contract.ts'

/** Gives the contract as an OpenAPI 3.1 document: what GET /openapi.json serves and docs/openapi.json keeps for review. */
export function openApiDocument(): OpenApi.OpenAPISpec {
  return OpenApi.fromApi(DeskApi)
}

/** Gives the text of docs/openapi.json. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`
}
