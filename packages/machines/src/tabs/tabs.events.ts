import { Schema } from 'effect'
import { Id } from '@desk/schema/ids/ids'
import { eventSchema } from '../runtime/event.ts'

/** Who is signed in, and in which account; null: nobody is. */
const SharedSession = Schema.NullOr(Schema.Struct({ uid: Id, pm_dsh_ud: Id }))
export type SharedSession = typeof SharedSession.Type

const Theme = Schema.Literals(['system', 'light', 'dark'])
export type Theme = typeof Theme.Type

/** A tab numbers what it posts from 1, so that whoever hears it twice, or late, applies it once. */
const posted = { tabId: Schema.String, seq: Schema.Int }

/** Tokens stay with the runners: what goes between the tabs beside these facts, a reference names here. */
export const TabsEvent = Schema.Union([
  /** The channel to the other tabs is open; a browser without one leaves the tab alone. A tab without a session asks for theirs. */
  eventSchema('tabs.linked', { asksForSession: Schema.Boolean }),
  eventSchema('tabs.unlinked', {}),
  /** In this tab somebody signed in, signed out, or switched the account. */
  eventSchema('tab.sessionChanged', { session: SharedSession, tokenRef: Schema.NullOr(Schema.String) }),
  /** In this tab the account was switched: the present token is one for it. */
  eventSchema('tab.accountSwitched', { pm_dsh_ud: Id }),
  eventSchema('tab.themeChosen', { theme: Theme }),
  eventSchema('otherTab.sessionAsked', posted),
  eventSchema('otherTab.sessionChanged', { ...posted, session: SharedSession, tokenRef: Schema.NullOr(Schema.String) }),
  eventSchema('otherTab.themeChosen', { ...posted, theme: Theme }),
])
export type TabsEvent = typeof TabsEvent.Type

const ANN = { uid: 11, pm_dsh_ud: 2 }

export const tabsSamples: readonly TabsEvent[] = [
  { type: 'tabs.linked', asksForSession: false },
  { type: 'tabs.linked', asksForSession: true },
  { type: 'tabs.unlinked' },
  { type: 'tab.sessionChanged', session: ANN, tokenRef: 't1' },
  { type: 'tab.sessionChanged', session: null, tokenRef: null },
  { type: 'tab.accountSwitched', pm_dsh_ud: 3 },
  { type: 'tab.themeChosen', theme: 'dark' },
  { type: 'otherTab.sessionChanged', tabId: 'b', seq: 1, session: ANN, tokenRef: 't2' },
  { type: 'otherTab.sessionChanged', tabId: 'b', seq: 2, session: null, tokenRef: null },
  { type: 'otherTab.sessionChanged', tabId: 'c', seq: 1, session: { ...ANN, pm_dsh_ud: 3 }, tokenRef: 't3' },
  { type: 'otherTab.themeChosen', tabId: 'b', seq: 3, theme: 'dark' },
  { type: 'otherTab.sessionAsked', tabId: 'd', seq: 1 },
  { type: 'otherTab.themeChosen', tabId: 'c', seq: 2, theme: 'light' },
  { type: 'tab.accountSwitched', pm_dsh_ud: ANN.pm_dsh_ud },
]
