/** Who is signed in, and in which account. */
export interface SharedSession {
  readonly uid: number
  readonly pm_dsh_ud: number
}

/** A tab numbers its messages, so that a receiver applies a repeated or late one once. */
interface Posted {
  readonly tabId: string
  readonly seq: number
}

/** The messages of one tab to the others of this browser (§1.10). */
export type TabMessage =
  /** A session began or its account changed, or a new tab asked and this is the session that it joins. */
  | (Posted & {
      readonly kind: 'sessionBegan'
      readonly session: SharedSession
      readonly token: string
      readonly remember: boolean
    })
  /** `ended`: whose session it was, as far as that tab knew. */
  | (Posted & { readonly kind: 'sessionEnded'; readonly ended: SharedSession | null })
  /** A tab that has just opened without a session asks for one. */
  | (Posted & { readonly kind: 'sessionAsked' })
  | (Posted & { readonly kind: 'themeChosen'; readonly theme: 'system' | 'light' | 'dark' })
  /** The window in which the user signs on to confirm who they are has come back. */
  | { readonly kind: 'signedOn' }
  /** The token of the session was replaced; a tab that still holds `replaces` takes the new one. */
  | { readonly kind: 'tokenRenewed'; readonly token: string; readonly replaces: string }

/** The other tabs. A message never comes back to the tab that posted it. */
export interface Tabs {
  post(message: TabMessage): void
  /** Calls `listener` for each message of another tab, until the returned function is called. */
  listen(listener: (message: TabMessage) => void): () => void
  close(): void
}

export const TAB_CHANNEL_NAME = 'desk.tabs'

/** The part of BroadcastChannel that is used. */
export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'close'> & {
  onmessage: ((event: MessageEvent<unknown>) => void) | null
}

type Fields = Readonly<Record<string, unknown>>
const asFields = (data: unknown): Fields | null => (typeof data === 'object' && data !== null ? (data as Fields) : null)
const isId = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value)
const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isSession = (value: unknown): boolean => {
  const session = asFields(value)
  return session !== null && isId(session['uid']) && isId(session['pm_dsh_ud'])
}
const isPosted = (said: Fields): boolean => isText(said['tabId']) && isId(said['seq'])

const IS_SAID: { readonly [K in TabMessage['kind']]: (said: Fields) => boolean } = {
  sessionBegan: said =>
    isPosted(said) && isSession(said['session']) && isText(said['token']) && typeof said['remember'] === 'boolean',
  sessionEnded: said => isPosted(said) && (said['ended'] === null || isSession(said['ended'])),
  sessionAsked: isPosted,
  themeChosen: said =>
    isPosted(said) && (said['theme'] === 'system' || said['theme'] === 'light' || said['theme'] === 'dark'),
  signedOn: () => true,
  tokenRenewed: said => isText(said['token']) && isText(said['replaces']),
}

/** Tabs of another build may send unknown messages, which are ignored. */
function asTabMessage(data: unknown): TabMessage | null {
  const said = asFields(data)
  const kind = said?.['kind']
  // The check of the kind has looked at every field of that message.
  return said !== null &&
    typeof kind === 'string' &&
    Object.hasOwn(IS_SAID, kind) &&
    IS_SAID[kind as TabMessage['kind']](said)
    ? (data as TabMessage)
    : null
}

/**
 * Links this tab with the others.
 * @param channel a BroadcastChannel named TAB_CHANNEL_NAME; null where the browser has none, then the tab is alone
 */
export function openTabs(channel: TabChannel | null): Tabs {
  const listeners = new Set<(message: TabMessage) => void>()
  if (channel !== null) {
    channel.onmessage = event => {
      const message = asTabMessage(event.data)
      if (message !== null) for (const listener of listeners) listener(message)
    }
  }
  return {
    post: message => channel?.postMessage(message),
    listen: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => channel?.close(),
  }
}
