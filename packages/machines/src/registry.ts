import type { Schema } from 'effect'
import type { AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate'
import { AccountSwitchEvent, accountSwitchSamples } from './account-switch/account-switch.events.ts'
import { accountSwitchMachine } from './account-switch/account-switch.machine.ts'
import { AppEvent, appSamples } from './app/app.events.ts'
import { appMachine } from './app/app.machine.ts'
import { CompletesChartEvent, completesChartSamples } from './completes-chart/completes-chart.events.ts'
import { completesChartMachine } from './completes-chart/completes-chart.machine.ts'
import { FeedEvent, feedSamples, SAMPLE_TOPIC } from './feed/feed.events.ts'
import { feedMachine } from './feed/feed.machine.ts'
import { FormEvent, formSamples } from './form/form.events.ts'
import { formMachine } from './form/form.machine.ts'
import { IdleEvent, idleSamples } from './idle/idle.events.ts'
import { idleMachine } from './idle/idle.machine.ts'
import { machineHash } from './journal/fingerprint.ts'
import { LoadEvent, loadSamples } from './load/load.events.ts'
import { loadMachine } from './load/load.machine.ts'
import { RespondentEvent, respondentSamples } from './respondent/respondent.events.ts'
import { respondentMachine } from './respondent/respondent.machine.ts'
import { SessionEvent, sessionSamples } from './session/session.events.ts'
import { sessionMachine } from './session/session.machine.ts'
import { SidebarEvent, sidebarSamples } from './sidebar/sidebar.events.ts'
import { sidebarMachine } from './sidebar/sidebar.machine.ts'
import { StatusMachineEvent, statusSamples } from './status/status.events.ts'
import { statusMachine } from './status/status.machine.ts'
import { StatusChangeEvent, statusChangeSamples } from './status-change/status-change.events.ts'
import { statusChangeMachine } from './status-change/status-change.machine.ts'
import { TabsEvent, tabsSamples } from './tabs/tabs.events.ts'
import { tabsMachine } from './tabs/tabs.machine.ts'
import { UserDialogEvent, userDialogSamples } from './user-dialog/user-dialog.events.ts'
import { userDialogMachine } from './user-dialog/user-dialog.machine.ts'
import { VersionPollEvent, versionPollSamples } from './version-poll/version-poll.events.ts'
import { versionPollMachine } from './version-poll/version-poll.machine.ts'

/** One machine with what is needed to run, replay and test it without knowing it. */
export interface RegisteredMachine<M extends AnyStateMachine = AnyStateMachine> {
  readonly machine: M
  readonly events: Schema.Decoder<EventFromLogic<M>>
  /** Sample events for a machine that stands there; fixed, but for the numbers of calls that they answer. */
  readonly samplesAt: (snapshot: SnapshotFrom<M>) => readonly EventFromLogic<M>[]
  /** Raised by whoever changes what a guard or an action of the machine does. */
  readonly revision: number
  /** The version that journal entries carry. */
  readonly version: string
}

function register<M extends AnyStateMachine>(entry: Omit<RegisteredMachine<M>, 'version'>): RegisteredMachine<M> {
  return { ...entry, version: machineHash(entry.machine, entry.revision) }
}

/** Every machine by its name. */
export const MACHINES = {
  session: register({
    machine: sessionMachine,
    events: SessionEvent,
    samplesAt: ({ context }) => sessionSamples(context.callNo),
    revision: 2,
  }),
  status: register({ machine: statusMachine, events: StatusMachineEvent, samplesAt: () => statusSamples, revision: 1 }),
  'status-change': register({
    machine: statusChangeMachine,
    events: StatusChangeEvent,
    samplesAt: () => statusChangeSamples,
    revision: 1,
  }),
  load: register({
    machine: loadMachine,
    events: LoadEvent,
    samplesAt: ({ context }) => loadSamples(context.requestNo),
    revision: 1,
  }),
  feed: register({
    machine: feedMachine,
    events: FeedEvent,
    samplesAt: ({ context: { topics } }) =>
      feedSamples(topics[SAMPLE_TOPIC]?.readNo ?? 1, topics[SAMPLE_TOPIC]?.position ?? 1),
    revision: 1,
  }),
  respondent: register({
    machine: respondentMachine,
    events: RespondentEvent,
    samplesAt: () => respondentSamples,
    revision: 1,
  }),
  sidebar: register({ machine: sidebarMachine, events: SidebarEvent, samplesAt: () => sidebarSamples, revision: 1 }),
  'completes-chart': register({
    machine: completesChartMachine,
    events: CompletesChartEvent,
    samplesAt: ({ context }) => completesChartSamples(context.requestNo),
    revision: 1,
  }),
  idle: register({
    machine: idleMachine,
    events: IdleEvent,
    samplesAt: ({ context }) => idleSamples(context.timerNo),
    revision: 1,
  }),
  'account-switch': register({
    machine: accountSwitchMachine,
    events: AccountSwitchEvent,
    samplesAt: ({ context }) => accountSwitchSamples(context.callNo),
    revision: 1,
  }),
  tabs: register({ machine: tabsMachine, events: TabsEvent, samplesAt: () => tabsSamples, revision: 1 }),
  'version-poll': register({
    machine: versionPollMachine,
    events: VersionPollEvent,
    samplesAt: ({ context }) => versionPollSamples(context.readNo),
    revision: 1,
  }),
  'user-dialog': register({
    machine: userDialogMachine,
    events: UserDialogEvent,
    samplesAt: ({ context }) => userDialogSamples(context.callNo),
    revision: 2,
  }),
  form: register({
    machine: formMachine,
    events: FormEvent,
    samplesAt: ({ context }) => formSamples(context.attemptNo),
    revision: 1,
  }),
  app: register({ machine: appMachine, events: AppEvent, samplesAt: () => appSamples, revision: 1 }),
} as const

export type MachineName = keyof typeof MACHINES

/**
 * Finds a machine by the key that journal entries carry: its name, with a slash and the instance where there are several.
 * @returns the machine without its exact types, or null when there is none of that name
 */
export function machineOf(key: string): RegisteredMachine | null {
  const slash = key.indexOf('/')
  const name = slash === -1 ? key : key.slice(0, slash)
  // What is done with a machine found by its name is the same for all of them; its types are checked where it is registered.
  return Object.hasOwn(MACHINES, name) ? (MACHINES[name as MachineName] as unknown as RegisteredMachine) : null
}
