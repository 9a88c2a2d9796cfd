import { isSignedIn } from '@desk/machines/session/session.selectors'
import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { createApiClient } from '#runtime/api/api-client.ts'
import { decodeAnswer } from '#runtime/api/answer-decoder.ts'
import { ENDPOINTS } from '#runtime/api/endpoint-table.ts'
import { openTabMachines, type TabMachines } from '#runtime/app/tab-machines.ts'
import { DEFAULT_CONFIG } from '#runtime/config.ts'
import { memoryStorage } from '#runtime/storage/browser-storage.ts'
import { openStoredState } from '#runtime/storage/stored-state.ts'
import { openTokenStore } from '#runtime/storage/token-store.ts'
import { openTabs, type TabChannel } from '#runtime/tabs.ts'

export const PASSWORD = 'Canary-password-1'
export const signInForm = { username: 'ann@acme.example', password: PASSWORD, remember: false }
export const json = (body: unknown, status = 200) => Response.json(body, { status })
export type Answer = (request: Request, body: string) => Response

/** A server that knows one token of one user. */
export const SERVER: Readonly<Record<string, Answer>> = {
  'POST /v1/login': (_, body) =>
    body.includes(PASSWORD)
      ? json({ AccessToken: 'token-1', is_password_updated: true })
      : json({ message: 'Wrong.' }, 401),
  'GET /v1/user-login-details': () => json(SAMPLE_USER),
  'POST /v1/logout': () => new Response(null, { status: 204 }),
}

export interface Browser {
  readonly ofBrowser: ReturnType<typeof memoryStorage>
  readonly channels: TabChannel[]
}
export const newBrowser = (): Browser => ({ ofBrowser: memoryStorage(), channels: [] })

export function channelOf({ channels }: Browser): TabChannel {
  const channel: TabChannel = {
    onmessage: null,
    postMessage: (data: unknown) => {
      const copy = structuredClone(data)
      for (const other of channels)
        if (other !== channel) queueMicrotask(() => other.onmessage?.(new MessageEvent('message', { data: copy })))
    },
    close: () => {},
  }
  channels.push(channel)
  return channel
}

export function openTab(
  server: Readonly<Record<string, Answer>> = SERVER,
  browser = newBrowser(),
  whenEnded = async () => {},
) {
  const calls: string[] = []
  const moves: unknown[] = []
  const recorded: unknown[] = []
  const owners: ({ uid: number; pm_dsh_ud: number } | null)[] = []
  const ofTab = memoryStorage()
  const tokens = openTokenStore(ofTab, browser.ofBrowser)
  const stored = openStoredState(ofTab, browser.ofBrowser)
  let reference = 0
  const api = createApiClient({
    fetch: async (input, init) => {
      const request = new Request(new URL(input as string, 'https://desk.example'), init)
      const call = `${request.method} ${new URL(request.url).pathname}`
      calls.push(`${call} ${request.headers.get('authorization') ?? '-'}`)
      return (server[call] ?? (() => json({ message: 'Not found' }, 404)))(request, await request.text())
    },
    config: async () => DEFAULT_CONFIG,
    environment: () => 'other',
    token: () => tokens.held(),
    renewToken: () => true,
    onUnauthorized: path => machines.unauthorized(path),
    nowMs: () => 0,
    loadDecoder: async () => ({ decodeAnswer }),
    loadEndpoints: async () => ({ ENDPOINTS }),
  })
  const tabs = openTabs(channelOf(browser))
  const machines: TabMachines = openTabMachines({
    api,
    tokens,
    stored,
    tabs,
    tabId: `tab ${browser.channels.length}`,
    theme: { show: theme => void moves.push(['theme', theme]) },
    newReference: () => `reference-${(reference += 1)}`,
    forgetAccount: () => void moves.push('forget account'),
    goTo: (to, replace) => {
      moves.push([to, replace])
      machines.app.send({ type: 'location.changed', path: to })
    },
    reload: delayMs => void moves.push(['reload', delayMs]),
    leaveFor: address => void moves.push(['leave', address]),
    nowMs: () => 0,
    recorder: {
      record: (machine, event, { context }) => void recorded.push([machine, event, context]),
      belongsTo: owner => void owners.push(owner),
      whenEnded,
    },
    onFault: fault => {
      throw fault
    },
  })
  const { session, accountSwitch, app } = machines
  const loaded = (path: string) =>
    app.send({ type: 'page.loaded', hasToken: tokens.held().token !== null, path, canLink: true })
  const switchTo = (pm_dsh_ud: number) =>
    accountSwitch.send({
      type: 'account.switchRequested',
      pm_dsh_ud,
      fromDshUd: SAMPLE_USER.pm_dsh_ud,
      loginParentDshUd: 1,
    })
  return {
    session,
    accountSwitch,
    app,
    tabs: machines.tabs,
    loaded,
    switchTo,
    tokens,
    stored,
    calls,
    moves,
    recorded,
    owners,
    api,
  }
}
export type Tab = ReturnType<typeof openTab>

/** Lets every answer that is on its way arrive. */
export const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve))
}

export async function signedIn(server = SERVER, browser = newBrowser(), whenEnded?: () => Promise<void>): Promise<Tab> {
  const tab = openTab(server, browser, whenEnded)
  tab.loaded('/login')
  tab.session.signIn(signInForm)
  await settled()
  if (!isSignedIn(tab.session.getSnapshot())) throw new Error('The tab is not signed in.')
  return tab
}
