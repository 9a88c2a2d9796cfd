/** What one tab tells the others of this browser (§1.10). */
export type TabMessage =
  /** A session began or its account changed, or a new tab asked and this is the session that it joins. */
  | { readonly kind: 'signedIn'; readonly token: string; readonly remember: boolean }
  | { readonly kind: 'signedOut' }
  /** An answer renewed the token; a tab that still holds `replaces` takes the new one. */
  | { readonly kind: 'tokenRenewed'; readonly token: string; readonly replaces: string }
  | { readonly kind: 'themeChosen'; readonly theme: 'system' | 'light' | 'dark' }
  /** A tab that has just opened without a session asks for one. */
  | { readonly kind: 'sessionAsked' }

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

/** Tabs of another build may say things that this one does not know: those are passed over. */
function asTabMessage(data: unknown): TabMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const said = data as Readonly<Record<string, unknown>>
  const isText = (name: string) => typeof said[name] === 'string' && said[name] !== ''
  const isKnown = {
    signedIn: () => isText('token') && typeof said['remember'] === 'boolean',
    signedOut: () => true,
    tokenRenewed: () => isText('token') && isText('replaces'),
    themeChosen: () => said['theme'] === 'system' || said['theme'] === 'light' || said['theme'] === 'dark',
    sessionAsked: () => true,
  } satisfies Record<TabMessage['kind'], () => boolean>
  const kind = said['kind']
  // The check of the kind has looked at every field of that message.
  return typeof kind === 'string' && Object.hasOwn(isKnown, kind) && isKnown[kind as TabMessage['kind']]() ? (data as TabMessage) : null
}

/**
 * Links this tab with the others.
 * @param channel a BroadcastChannel named TAB_CHANNEL_NAME; null where the browser has none, then the tab stands alone
 */
export function openTabs(channel: TabChannel | null): Tabs {
  const listeners = new Set<(message: TabMessage) => void>()
  if (channel !== null) {
    channel.onmessage = (event) => {
      const message = asTabMessage(event.data)
      if (message !== null) for (const listener of listeners) listener(message)
    }
  }
  return {
    post: (message) => channel?.postMessage(message),
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => channel?.close(),
  }
}
