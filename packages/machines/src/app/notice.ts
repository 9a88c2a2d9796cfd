import type { AccountSwitchEvent } from '../account-switch/account-switch.events.ts'
import type { FeedEvent } from '../feed/feed.events.ts'
import type { FormEvent } from '../form/form.events.ts'
import type { IdleEvent } from '../idle/idle.events.ts'
import type { SessionEvent } from '../session/session.events.ts'
import type { TabsEvent } from '../tabs/tabs.events.ts'
import type { UserDialogEvent } from '../user-dialog/user-dialog.events.ts'
import type { VersionPollEvent } from '../version-poll/version-poll.events.ts'
import type { AppEvent } from './app.events.ts'

/** The content of the command `notify`: an event for one machine of the tab, by the machine's key. */
export type Notice =
  | { readonly machine: 'app'; readonly event: AppEvent }
  | { readonly machine: 'session'; readonly event: SessionEvent }
  | { readonly machine: 'idle'; readonly event: IdleEvent }
  | { readonly machine: 'account-switch'; readonly event: AccountSwitchEvent }
  | { readonly machine: 'tabs'; readonly event: TabsEvent }
  | { readonly machine: 'version-poll'; readonly event: VersionPollEvent }
  | { readonly machine: 'feed'; readonly event: FeedEvent }
  | { readonly machine: 'user-dialog'; readonly event: UserDialogEvent }
  | { readonly machine: 'form/user'; readonly event: FormEvent }

/** An action that sends a machine a constant event. */
export const notify = <const T extends Notice>(notice: T) => ({ type: 'notify', params: notice }) as const
