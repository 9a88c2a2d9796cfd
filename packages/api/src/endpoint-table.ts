import { Context } from 'effect'
import { HttpApi } from 'effect/http-api'
import { OpenTo } from './authorization.ts'
import { DeskApi } from './contract.ts'

/** The gateway's own calls, which no browser makes. */
export const GATEWAY_CALLS = new Set(['changes.read', 'watches.may'])

const HEAD = `import type { EndpointTable } from './endpoints.ts'

// written by scripts/write-endpoint-table.ts from packages/api, whose own code is no part of the first load (docs/decisions/0007)
/** Every call of the contract that the browser can make. */
export const ENDPOINTS: EndpointTable = {
`

/** Gives the text of the browser's table of calls, apps/web/src/runtime/api/endpoint-table.ts. */
export function endpointTableText(): string {
  const lines: string[] = []
  HttpApi.reflect(DeskApi, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint }) => {
      const key = `${group.identifier}.${endpoint.identifier}`
      const line = [endpoint.method, endpoint.path, Context.get(endpoint.annotations, OpenTo)]
      if (!GATEWAY_CALLS.has(key)) lines.push(`  '${key}': [${line.map(part => `'${part}'`).join(', ')}],`)
    },
  })
  return `${HEAD}${lines.join('\n')}\n}\n`
}

const WORDS_HEAD = `// written by scripts/write-endpoint-table.ts from packages/api, whose own code the gateway does not load
/** The fixed parts of the contract's paths. */
export const ROUTE_WORDS: ReadonlySet<string> = new Set([
`

/** Gives the text of packages/api/src/route-words.ts. */
export function routeWordsText(): string {
  const words = new Set<string>()
  HttpApi.reflect(DeskApi, {
    onGroup: () => undefined,
    onEndpoint({ endpoint }) {
      for (const part of endpoint.path.split('/')) if (part !== '' && !part.startsWith(':')) words.add(part)
    },
  })
  return `${WORDS_HEAD}${[...words]
    .sort()
    .map(word => `  '${word}',\n`)
    .join('')}])\n`
}
