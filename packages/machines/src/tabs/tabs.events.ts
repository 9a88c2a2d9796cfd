import { Schema } from 'effect'
import { Id } from '@desk/schema/ids/ids'
import { eventSchema } from '../runtime/event.ts'

/** The signed-in user and account; null: no user is signed in. */
const SharedSession = Schema.NullOr(Schema.Struct({ uid: Id, pm_dsh_ud: Id }))
export type SharedSession = typeof SharedSession.Type

const Theme = Schema.Literals(['system', 'light', 'dark'])
export type Theme = typeof Theme.Type

/** A tab numbers its messages from 1, so that others apply a repeated or late message once at most. */
const posted = { tabId: Schema.String, seq: Schema.Int }

/** Tokens stay with the runners: events name by reference what the runners pass between the tabs. */
export const TabsEvent = Schema.Union([
  /** The channel to the other tabs is open; without one the tab stays alone. A tab without a session asks the others for theirs. */
  eventSchema('tabs.linked', { asksForSession: Schema.Boolean }),
  eventSchema('tabs.unlinked', {}),
  /** In this tab a user signed in, signed out, or switched the account. */
  eventSchema('tab.sessionChanged', { session: SharedSession, tokenRef: Schema.NullOr(Schema.String) }),
  /** In this tab the account was switched: the present token is one for it. */
  eventSchema('tab.accountSwitched', { pm_dsh_ud: Id }),
  eventSchema('tab.themeChosen', { theme: Theme }),
  eventSchema('otherTab.sessionAsked', posted),
  eventSchema('otherTab.sessionChanged', { ...posted, session: SharedSession, tokenRef: Schema.NullOr(Schema.String) }),
  eventSchema('otherTab.themeChosen', { ...posted, theme: Theme }),
])
export type TabsEvent = typeof TabsEvent.Type
