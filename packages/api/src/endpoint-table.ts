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

const FIRST_HEAD = `import type { EndpointTable } from './endpoints.ts'

// written by scripts/write-endpoint-table.ts from packages/api, whose own code is no part of the first load (docs/decisions/0007)
/** The calls that every page starts with (first-calls.ts); all others are in endpoint-table.ts, which comes with the console. */
export const FIRST_ENDPOINTS: Partial<EndpointTable> = {
`

/** Gives the text of the browser's table of calls, apps/web/src/runtime/api/endpoint-table.ts. */
export const endpointTableText = (): string => `${HEAD}${tableLines(() => true).join('\n')}\n}\n`

/**
 * Gives the text of the table of the calls that every page starts with, apps/web/src/runtime/api/first-endpoint-table.ts.
 * @param first the names of these calls, each its group and its name in the contract
 */
export const firstEndpointTableText = (first: ReadonlySet<string>): string =>
  `${FIRST_HEAD}${tableLines(key => first.has(key)).join('\n')}\n}\n`

function tableLines(isListed: (key: string) => boolean): readonly string[] {
  const lines: string[] = []
  HttpApi.reflect(DeskApi, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint }) => {
      const key = `${group.identifier}.${endpoint.identifier}`
      const line = [endpoint.method, endpoint.path, Context.get(endpoint.annotations, OpenTo)]
      if (!GATEWAY_CALLS.has(key) && isListed(key))
        lines.push(`  '${key}': [${line.map(part => `'${part}'`).join(', ')}],`)
    },
  })
  return lines
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
