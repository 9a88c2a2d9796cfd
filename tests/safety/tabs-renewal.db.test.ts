import { RENEW_TOKEN_AFTER_MS } from '@desk/platform/identity/sessions/session-needs'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { ClientToServer, ServerToClient } from '@desk/schema/push/frames'
import { decodeAnswer } from '@desk/web/runtime/api/answer-decoder'
import { createApiClient, type ApiClient } from '@desk/web/runtime/api/api-client'
import { ENDPOINTS } from '@desk/web/runtime/api/endpoint-table'
import { DEFAULT_CONFIG } from '@desk/web/runtime/config'
import { openFeed } from '@desk/web/runtime/live/feed'
import * as pushModule from '@desk/web/runtime/live/push-module'
import type { KeyValueStorage } from '@desk/web/runtime/storage/browser-storage'
import { openTokenStore, type TokenStore } from '@desk/web/runtime/storage/token-store'
import { sql } from 'kysely'
import type { Socket } from 'socket.io-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { houseOfTests } from '../live/testing.ts'

const CALLS_AT_ONCE = 20
const TABS = 3
const RENEWALS = 3

const house = houseOfTests()

function storage(): KeyValueStorage {
  const kept = new Map<string, string>()
  return {
    getItem: key => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: key => void kept.delete(key),
  }
}

/**
 * One tab with the shipped client, token store and feed. Its messages to other tabs do not arrive here: each has to get
 * through alone.
 */
interface Tab {
  readonly api: ApiClient
  readonly tokens: TokenStore
  readonly unauthorized: string[]
  readonly doubts: string[]
  readonly isConnected: () => boolean
  readonly connections: () => number
}

function openTab(token: string, ofBrowser: KeyValueStorage): Tab {
  const tokens = openTokenStore(storage(), ofBrowser)
  tokens.start(token, true)
  const [unauthorized, doubts]: [string[], string[]] = [[], []]
  let connections = 0
  const { url } = house().gateway
  const api = createApiClient({
    fetch: (input, init) => fetch(`${url}${input as string}`, init),
    config: async () => DEFAULT_CONFIG,
    environment: () => 'other',
    token: () => tokens.held(),
    renewToken: (renewed, generation) => tokens.renew(renewed, generation),
    onUnauthorized: path => void unauthorized.push(path),
    nowMs: () => Date.now(),
    loadDecoder: async () => ({ decodeAnswer }),
    loadEndpoints: async () => ({ ENDPOINTS }),
  })
  const feed = openFeed({
    load: () =>
      Promise.resolve({
        ...pushModule,
        openSocket: (address: string, tokenNow: () => string | null): Socket<ServerToClient, ClientToServer> =>
          pushModule.openSocket(address, tokenNow).on('connect', () => (connections += 1)),
      }),
    address: () => Promise.resolve(url),
    token: () => tokens.held().token,
    nowMs: () => performance.now(),
    onSessionDoubt: () => void doubts.push('the session is in doubt'),
    onOutdated: () => undefined,
    onFault: () => undefined,
  })
  tokens.onRenewed(renewed => feed.tokenRenewed(renewed))
  feed.send({ type: 'feed.openRequested' })
  onTestFinished(() => feed.send({ type: 'feed.closeRequested' }))
  return {
    api,
    tokens,
    unauthorized,
    doubts,
    isConnected: () => feed.getSnapshot().context.connected,
    connections: () => connections,
  }
}

/** As if every token had been given so long ago that its next use replaces it. */
const ripen = () =>
  house().platform.database.asSystem(tx =>
    sql`update session_token set issued_at = issued_at - ${RENEW_TOKEN_AFTER_MS + 1000} * interval '1 ms'`.execute(tx),
  )

test(`${CALLS_AT_ONCE} parallel calls and ${TABS} tabs stay alive through ${RENEWALS} renewals, each tab on a token of its own and over the connection that it has (§7.4, S2)`, async () => {
  const { maker, platform } = house()
  const { username } = await maker.user({ accountId: await maker.account({ name: 'Tabs' }) })
  const first = await platform.signIn(username, TEST_PASSWORD)
  const ofBrowser = storage()
  const tabs = Array.from({ length: TABS }, () => openTab(first, ofBrowser))
  await vi.waitFor(() => expect(tabs.map(({ isConnected }) => isConnected())).toEqual(tabs.map(() => true)), {
    timeout: 10_000,
    interval: 20,
  })
  const tokensSeen = new Set([first])
  for (let renewal = 0; renewal < RENEWALS; renewal++) {
    await ripen()
    const users = await Promise.all(
      tabs.flatMap(({ api }) => Array.from({ length: CALLS_AT_ONCE }, () => api.call('session.check', {}))),
    )
    expect(new Set(users.map(user => user.username))).toEqual(new Set([username]))
    // of those that called at once with one token the first got the new one: a tab that sleeps through it calls again
    // later
    for (const { api } of tabs) await api.call('session.check', {})
    for (const { tokens } of tabs) tokensSeen.add(tokens.held().token ?? '')
  }
  expect(
    tabs.map(({ unauthorized, doubts, isConnected, connections }) => ({
      unauthorized,
      doubts,
      isConnected: isConnected(),
      connections: connections(),
    })),
  ).toEqual(tabs.map(() => ({ unauthorized: [], doubts: [], isConnected: true, connections: 1 })))
  expect(tokensSeen.size).toBeGreaterThan(RENEWALS)

  // and all of it was one session, which one tab ends for all
  await tabs[0]!.api.call('session.logout', {})
  await vi.waitFor(
    () =>
      expect(tabs.map(({ isConnected, doubts }) => [isConnected(), doubts.length > 0])).toEqual(
        tabs.map(() => [false, true]),
      ),
    { timeout: 10_000, interval: 20 },
  )
  for (const { api } of tabs.slice(1))
    await expect(api.call('session.check', {})).rejects.toMatchObject({ status: 401 })
})
