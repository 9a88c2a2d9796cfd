import type { Schema } from 'effect'
import type { AnyStateMachine, EventFromLogic } from 'xstate'
import { AccountSwitchEvent } from './account-switch/account-switch.events.ts'
import { accountSwitchMachine } from './account-switch/account-switch.machine.ts'
import { ActEvent } from './act/act.events.ts'
import { actMachine } from './act/act.machine.ts'
import { AppEvent } from './app/app.events.ts'
import { appMachine } from './app/app.machine.ts'
import { CompletesChartEvent } from './completes-chart/completes-chart.events.ts'
import { completesChartMachine } from './completes-chart/completes-chart.machine.ts'
import { FeedEvent } from './feed/feed.events.ts'
import { feedMachine } from './feed/feed.machine.ts'
import { FormEvent } from './form/form.events.ts'
import { formMachine } from './form/form.machine.ts'
import { IdleEvent } from './idle/idle.events.ts'
import { idleMachine } from './idle/idle.machine.ts'
import { VERSIONS } from './journal/versions.ts'
import { LoadEvent } from './load/load.events.ts'
import { loadMachine } from './load/load.machine.ts'
import { MenuEvent } from './menu/menu.events.ts'
import { menuMachine } from './menu/menu.machine.ts'
import { ReconciliationEvent } from './reconciliation/reconciliation.events.ts'
import { reconciliationMachine } from './reconciliation/reconciliation.machine.ts'
import { ReconciliationUndoEvent } from './reconciliation-undo/reconciliation-undo.events.ts'
import { reconciliationUndoMachine } from './reconciliation-undo/reconciliation-undo.machine.ts'
import { ReconciliationVersionEvent } from './reconciliation-version/reconciliation-version.events.ts'
import { reconciliationVersionMachine } from './reconciliation-version/reconciliation-version.machine.ts'
import { RespondentEvent } from './respondent/respondent.events.ts'
import { respondentMachine } from './respondent/respondent.machine.ts'
import { SessionEvent } from './session/session.events.ts'
import { sessionMachine } from './session/session.machine.ts'
import { SidebarEvent } from './sidebar/sidebar.events.ts'
import { sidebarMachine } from './sidebar/sidebar.machine.ts'
import { StatusMachineEvent } from './status/status.events.ts'
import { statusMachine } from './status/status.machine.ts'
import { StatusChangeEvent } from './status-change/status-change.events.ts'
import { statusChangeMachine } from './status-change/status-change.machine.ts'
import { TabsEvent } from './tabs/tabs.events.ts'
import { tabsMachine } from './tabs/tabs.machine.ts'
import { TopicEvent } from './topic/topic.events.ts'
import { topicMachine } from './topic/topic.machine.ts'
import { UserDialogEvent } from './user-dialog/user-dialog.events.ts'
import { userDialogMachine } from './user-dialog/user-dialog.machine.ts'
import { VersionPollEvent } from './version-poll/version-poll.events.ts'
import { versionPollMachine } from './version-poll/version-poll.machine.ts'

/** One machine with everything needed to run, replay and test it generically. */
export interface RegisteredMachine<M extends AnyStateMachine = AnyStateMachine> {
  readonly machine: M
  readonly events: Schema.Decoder<EventFromLogic<M>>
  /** The version that journal entries carry: it changes with the machine's behaviour. */
  readonly version: string
}

/** Checks the types of a machine's parts against each other. */
const register = <M extends AnyStateMachine>(entry: RegisteredMachine<M>): RegisteredMachine<M> => entry

/** Every machine by its name. */
export const MACHINES = {
  session: register({ machine: sessionMachine, events: SessionEvent, version: VERSIONS.session }),
  status: register({ machine: statusMachine, events: StatusMachineEvent, version: VERSIONS.status }),
  'status-change': register({
    machine: statusChangeMachine,
    events: StatusChangeEvent,
    version: VERSIONS['status-change'],
  }),
  load: register({ machine: loadMachine, events: LoadEvent, version: VERSIONS.load }),
  feed: register({ machine: feedMachine, events: FeedEvent, version: VERSIONS.feed }),
  topic: register({ machine: topicMachine, events: TopicEvent, version: VERSIONS.topic }),
  respondent: register({ machine: respondentMachine, events: RespondentEvent, version: VERSIONS.respondent }),
  'reconciliation-version': register({
    machine: reconciliationVersionMachine,
    events: ReconciliationVersionEvent,
    version: VERSIONS['reconciliation-version'],
  }),
  reconciliation: register({
    machine: reconciliationMachine,
    events: ReconciliationEvent,
    version: VERSIONS.reconciliation,
  }),
  'reconciliation-undo': register({
    machine: reconciliationUndoMachine,
    events: ReconciliationUndoEvent,
    version: VERSIONS['reconciliation-undo'],
  }),
  sidebar: register({ machine: sidebarMachine, events: SidebarEvent, version: VERSIONS.sidebar }),
  'completes-chart': register({
    machine: completesChartMachine,
    events: CompletesChartEvent,
    version: VERSIONS['completes-chart'],
  }),
  idle: register({ machine: idleMachine, events: IdleEvent, version: VERSIONS.idle }),
  'account-switch': register({
    machine: accountSwitchMachine,
    events: AccountSwitchEvent,
    version: VERSIONS['account-switch'],
  }),
  tabs: register({ machine: tabsMachine, events: TabsEvent, version: VERSIONS.tabs }),
  'version-poll': register({
    machine: versionPollMachine,
    events: VersionPollEvent,
    version: VERSIONS['version-poll'],
  }),
  'user-dialog': register({ machine: userDialogMachine, events: UserDialogEvent, version: VERSIONS['user-dialog'] }),
  form: register({ machine: formMachine, events: FormEvent, version: VERSIONS.form }),
  act: register({ machine: actMachine, events: ActEvent, version: VERSIONS.act }),
  menu: register({ machine: menuMachine, events: MenuEvent, version: VERSIONS.menu }),
  app: register({ machine: appMachine, events: AppEvent, version: VERSIONS.app }),
} as const

export type MachineName = keyof typeof MACHINES

/**
 * Finds a machine by the key that journal entries carry: its name, with a slash and the instance where there are several.
 * @returns the machine without its exact types, or null when there is none of that name
 */
export function machineOf(key: string): RegisteredMachine | null {
  const slash = key.indexOf('/')
  const name = slash === -1 ? key : key.slice(0, slash)
  // A machine found by name is used generically; its exact types are checked at its registration.
  return Object.hasOwn(MACHINES, name) ? (MACHINES[name as MachineName] as unknown as RegisteredMachine) : null
}
