import type { AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate'
import { MACHINES, type MachineName, type RegisteredMachine } from '../../src/registry.ts'
import { accountSwitchSamples } from './account-switch.samples.ts'
import { actSamples } from './act.samples.ts'
import { appSamples } from './app.samples.ts'
import { completesChartSamples } from './completes-chart.samples.ts'
import { SAMPLE_TOPIC, feedSamples } from './feed.samples.ts'
import { formSamples } from './form.samples.ts'
import { idleSamples } from './idle.samples.ts'
import { loadSamples } from './load.samples.ts'
import { menuSamples } from './menu.samples.ts'
import { reconciliationSamples } from './reconciliation.samples.ts'
import { reconciliationUndoSamples } from './reconciliation-undo.samples.ts'
import { reconciliationVersionSamples } from './reconciliation-version.samples.ts'
import { RESPONDENT_EVENTS } from '../../src/respondent/respondent.events.ts'
import { sessionSamples } from './session.samples.ts'
import { sidebarSamples } from './sidebar.samples.ts'
import { statusSamples } from './status.samples.ts'
import { statusChangeSamples } from './status-change.samples.ts'
import { tabsSamples } from './tabs.samples.ts'
import { topicSamples } from './topic.samples.ts'
import { userDialogSamples } from './user-dialog.samples.ts'
import { versionPollSamples } from './version-poll.samples.ts'

/** A machine of the registry with events to try on it. */
export interface SampledMachine<M extends AnyStateMachine = AnyStateMachine> extends RegisteredMachine<M> {
  /** Sample events for a machine in that snapshot; fixed, but for the numbers of calls that they answer. */
  readonly samplesAt: (snapshot: SnapshotFrom<M>) => readonly EventFromLogic<M>[]
}

const sampled = <M extends AnyStateMachine>(
  registered: RegisteredMachine<M>,
  samplesAt: SampledMachine<M>['samplesAt'],
): SampledMachine<M> => ({ ...registered, samplesAt })

/** Every machine of the registry, by its name, with its sample events. */
export const SAMPLED = {
  session: sampled(MACHINES.session, ({ context }) => sessionSamples(context.callNo)),
  status: sampled(MACHINES.status, () => statusSamples),
  'status-change': sampled(MACHINES['status-change'], () => statusChangeSamples),
  load: sampled(MACHINES.load, ({ context }) => loadSamples(context.requestNo)),
  feed: sampled(MACHINES.feed, ({ context: { topics } }) =>
    feedSamples(topics[SAMPLE_TOPIC]?.context.readNo ?? 1, topics[SAMPLE_TOPIC]?.context.position ?? 1),
  ),
  topic: sampled(MACHINES.topic, ({ context }) => topicSamples(context.readNo, context.position ?? 1)),
  respondent: sampled(MACHINES.respondent, () => RESPONDENT_EVENTS),
  'reconciliation-version': sampled(MACHINES['reconciliation-version'], ({ context }) =>
    reconciliationVersionSamples(context.callNo),
  ),
  reconciliation: sampled(MACHINES.reconciliation, ({ context }) => reconciliationSamples(context.callNo)),
  'reconciliation-undo': sampled(MACHINES['reconciliation-undo'], ({ context }) =>
    reconciliationUndoSamples(context.callNo),
  ),
  sidebar: sampled(MACHINES.sidebar, () => sidebarSamples),
  'completes-chart': sampled(MACHINES['completes-chart'], ({ context }) => completesChartSamples(context.requestNo)),
  idle: sampled(MACHINES.idle, ({ context }) => idleSamples(context.timerNo)),
  'account-switch': sampled(MACHINES['account-switch'], ({ context }) => accountSwitchSamples(context.callNo)),
  tabs: sampled(MACHINES.tabs, () => tabsSamples),
  'version-poll': sampled(MACHINES['version-poll'], ({ context }) => versionPollSamples(context.readNo)),
  'user-dialog': sampled(MACHINES['user-dialog'], ({ context }) => userDialogSamples(context.callNo)),
  form: sampled(MACHINES.form, ({ context }) => formSamples(context.attemptNo)),
  act: sampled(MACHINES.act, ({ context }) => actSamples(context.attemptNo)),
  menu: sampled(MACHINES.menu, () => menuSamples),
  app: sampled(MACHINES.app, () => appSamples),
} as const

/** Gives the machine that a journal's key names (`load` or `load/1`) with its samples, without its exact types. */
export function sampledOf(key: MachineName | `${MachineName}/${string}`): SampledMachine {
  const [name] = key.split('/')
  // the key's type says that it begins with a name; the machine is used generically
  return SAMPLED[name as MachineName] as unknown as SampledMachine
}
