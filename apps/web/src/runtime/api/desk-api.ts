import type { DeskServer } from '../connection/desk-server.ts'
import type { DeskPorts } from '../desk-ports.ts'
import type { TokenStore } from '../storage/token-store.ts'
import type { Tabs } from '../tabs.ts'
import { createApiClient, type ApiClient } from './api-client.ts'

/** The calls of a desk, made under the token of its tab; a token that an answer renews goes to the other tabs too. */
export function openDeskApi(
  { clock, code }: Pick<DeskPorts, 'clock' | 'code'>,
  {
    server: { fetch, fetchTelling, config, environment },
    tokens,
    tabs,
    onUnauthorized,
  }: {
    readonly server: DeskServer
    readonly tokens: TokenStore
    readonly tabs: Tabs
    readonly onUnauthorized: (path: string) => void
  },
): ApiClient {
  return createApiClient({
    fetch,
    fetchTelling,
    config: () => config.loaded,
    environment,
    token: () => tokens.held(),
    renewToken: (token, generation) => {
      const { token: replaces } = tokens.held()
      const isKept = tokens.renew(token, generation)
      if (isKept && replaces !== null) tabs.post({ kind: 'tokenRenewed', token, replaces })
      return isKept
    },
    onUnauthorized,
    nowMs: clock.nowMs,
    loadDecoder: code.decoder,
    loadEndpoints: code.endpoints,
  })
}
