import { assign, setup } from 'xstate'
import type { Notice } from '../app/notice.ts'
import { command } from '../runtime/step.ts'
import type { SharedSession, TabsEvent, Theme } from './tabs.events.ts'

export interface TabsContext {
  /** The session that all tabs know; unknown until a tab announces it. */
  readonly session: SharedSession | 'unknown'
  readonly theme: Theme | 'unknown'
  /** The number of this tab's last message. */
  readonly seq: number
  /** The number of the last message heard from each other tab. */
  readonly heard: Readonly<Record<string, number>>
}

type Of<T extends TabsEvent['type']> = Extract<TabsEvent, { type: T }>
type OfOtherTab = Extract<TabsEvent, { tabId: string }>

const isSameSession = (a: TabsContext['session'], b: SharedSession): boolean =>
  a === b || (a !== 'unknown' && a !== null && b !== null && a.uid === b.uid && a.pm_dsh_ud === b.pm_dsh_ud)

const isKnown = (session: TabsContext['session']): session is NonNullable<SharedSession> =>
  session !== 'unknown' && session !== null

const isHeardFirst = ({ heard }: TabsContext, { tabId, seq }: OfOtherTab): boolean =>
  seq > (Object.hasOwn(heard, tabId) ? (heard[tabId] ?? 0) : 0)

const base = setup({
  types: {
    context: {} as TabsContext,
    events: {} as TabsEvent,
  },
  actions: {
    /** Tells the other tabs, with the token held under the reference, or the present one without a reference. */
    postSession: command<{ seq: number; session: SharedSession; tokenRef: string | null }>(),
    /** Asks the other tabs for the session that they have. */
    postQuestion: command<{ seq: number }>(),
    postTheme: command<{ seq: number; theme: Theme }>(),
    /** Takes over what another tab did: its session with the token held under the reference, or none. */
    applySession: command<{ session: SharedSession; tokenRef: string | null }>(),
    applyTheme: command<{ theme: Theme }>(),
    notify: command<Notice>(),
    countPost: assign(({ context }) => ({ seq: context.seq + 1 })),
    keepSession: assign((_, { session }: { session: SharedSession }) => ({ session })),
    keepAccount: assign(({ context: { session } }, { pm_dsh_ud }: Of<'tab.accountSwitched'>) =>
      isKnown(session) ? { session: { ...session, pm_dsh_ud } } : {},
    ),
    keepTheme: assign((_, { theme }: { theme: Theme }) => ({ theme })),
    hear: assign(({ context: { heard } }, { tabId, seq }: OfOtherTab) => ({ heard: { ...heard, [tabId]: seq } })),
  },
  guards: {
    isNewsToOthers: ({ context, event }) =>
      event.type === 'tab.sessionChanged'
        ? !isSameSession(context.session, event.session)
        : event.type === 'tab.themeChosen' && event.theme !== context.theme,
    isNewsToUs: ({ context, event }) =>
      'tabId' in event &&
      isHeardFirst(context, event) &&
      ('theme' in event
        ? event.theme !== context.theme
        : 'session' in event && !isSameSession(context.session, event.session)),
    isAnotherAccount: ({ context: { session }, event }) =>
      event.type === 'tab.accountSwitched' && isKnown(session) && session.pm_dsh_ud !== event.pm_dsh_ud,
    asks: ({ event }) => event.type === 'tabs.linked' && event.asksForSession,
    mayAnswer: ({ context, event }) => 'tabId' in event && isHeardFirst(context, event) && isKnown(context.session),
    isHeardFirst: ({ context, event }) => 'tabId' in event && isHeardFirst(context, event),
  },
})

const keepOwnSession = {
  type: 'keepSession',
  params: ({ event }: { event: Of<'tab.sessionChanged'> }) => event,
} as const
const keepOwnAccount = {
  type: 'keepAccount',
  params: ({ event }: { event: Of<'tab.accountSwitched'> }) => event,
} as const
const keepOwnTheme = { type: 'keepTheme', params: ({ event }: { event: Of<'tab.themeChosen'> }) => event } as const
const hear = { type: 'hear', params: ({ event }: { event: OfOtherTab }) => event } as const

type At = { readonly context: TabsContext }
const ask = ['countPost', { type: 'postQuestion', params: ({ context: { seq } }: At) => ({ seq }) }] as const
/** Posts the session that this tab knows; called only when it knows one. */
const postOwn = [
  'countPost',
  {
    type: 'postSession',
    params: ({ context: { seq, session } }: At) => ({
      seq,
      session: session === 'unknown' ? null : session,
      tokenRef: null,
    }),
  },
] as const
const postSession = [
  'countPost',
  {
    type: 'postSession',
    params: ({ context: { seq }, event: { session, tokenRef } }: At & { event: Of<'tab.sessionChanged'> }) => ({
      seq,
      session,
      tokenRef,
    }),
  },
] as const
const postTheme = [
  'countPost',
  {
    type: 'postTheme',
    params: ({ context: { seq }, event: { theme } }: At & { event: Of<'tab.themeChosen'> }) => ({ seq, theme }),
  },
] as const

/**
 * The tabs of one browser (§1.10): they share sign-in, sign-out, account change and theme. A change of another tab is applied
 * once; applying it is then no news to the others, so it is not echoed.
 */
export const tabsMachine = base.createMachine({
  id: 'tabs',
  context: { session: 'unknown', theme: 'unknown', seq: 0, heard: {} },
  initial: 'alone',
  states: {
    // Changes before the tab is linked are remembered, so that they are no news afterwards.
    alone: {
      on: {
        'tabs.linked': [{ guard: 'asks', target: 'linked', actions: ask }, { target: 'linked' }],
        'tab.sessionChanged': { guard: 'isNewsToOthers', actions: keepOwnSession },
        'tab.accountSwitched': { guard: 'isAnotherAccount', actions: keepOwnAccount },
        'tab.themeChosen': { guard: 'isNewsToOthers', actions: keepOwnTheme },
      },
    },
    linked: {
      on: {
        'tabs.unlinked': 'alone',
        'tab.sessionChanged': { guard: 'isNewsToOthers', actions: [keepOwnSession, ...postSession] },
        'tab.accountSwitched': { guard: 'isAnotherAccount', actions: [keepOwnAccount, ...postOwn] },
        'tab.themeChosen': { guard: 'isNewsToOthers', actions: [keepOwnTheme, ...postTheme] },
        'otherTab.sessionAsked': [
          { guard: 'mayAnswer', actions: [hear, ...postOwn] },
          { guard: 'isHeardFirst', actions: hear },
        ],
        'otherTab.sessionChanged': [
          {
            guard: 'isNewsToUs',
            actions: [
              hear,
              { type: 'keepSession', params: ({ event }: { event: Of<'otherTab.sessionChanged'> }) => event },
              {
                type: 'applySession',
                params: ({ event: { session, tokenRef } }: { event: Of<'otherTab.sessionChanged'> }) => ({
                  session,
                  tokenRef,
                }),
              },
              {
                type: 'notify',
                params: ({ event: { session } }: { event: Of<'otherTab.sessionChanged'> }) =>
                  ({
                    machine: 'app',
                    event: { type: 'otherTab.sessionApplied', isSignedIn: session !== null },
                  }) as const,
              },
            ],
          },
          { guard: 'isHeardFirst', actions: hear },
        ],
        'otherTab.themeChosen': [
          {
            guard: 'isNewsToUs',
            actions: [
              hear,
              { type: 'keepTheme', params: ({ event }: { event: Of<'otherTab.themeChosen'> }) => event },
              {
                type: 'applyTheme',
                params: ({ event: { theme } }: { event: Of<'otherTab.themeChosen'> }) => ({ theme }),
              },
            ],
          },
          { guard: 'isHeardFirst', actions: hear },
        ],
      },
    },
  },
})
