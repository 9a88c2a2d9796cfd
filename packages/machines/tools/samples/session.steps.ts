import { start, step, type CommandFrom } from '../../src/runtime/step.ts'
import type { SessionEvent } from '../../src/session/session.events.ts'
import { SAMPLE_USER } from './session.samples.ts'
import { sessionMachine } from '../../src/session/session.machine.ts'

export type Command = CommandFrom<typeof sessionMachine>

/** The commands for other machines and the journal, separate from those for the session itself. */
export const isNews = ({ type }: Command): boolean =>
  type === 'notify' || type === 'keepJournal' || type === 'endJournal'

/** Runs events from the start; gives the last snapshot, and the commands of the last event with the news apart. */
export function after(...events: readonly SessionEvent[]) {
  let { snapshot } = start(sessionMachine)
  let commands: readonly Command[] = []
  for (const event of events) ({ snapshot, commands } = step(sessionMachine, snapshot, event))
  return {
    snapshot,
    commands: commands.filter(each => !isNews(each)),
    news: commands.filter(isNews),
    value: snapshot.value,
  }
}

export const started = (path: string, hasToken = true): SessionEvent => ({ type: 'app.started', hasToken, path })
export const confirmed = (callNo: number, user = SAMPLE_USER): SessionEvent => ({
  type: 'session.confirmed',
  callNo,
  user,
  switchFlag: false,
  loginParentDshUd: 1,
})
export const noAnswer = (callNo: number): SessionEvent => ({
  type: 'session.checkFailed',
  callNo,
  message: 'Failed to fetch',
  isTransient: true,
})
export const regained: SessionEvent = { type: 'network.regained' }
/** The commands for a signed-in user on the way to a path. */
export const inSession = (path: string) =>
  after(started('/projects'), confirmed(1), { type: 'location.changed', path }).commands
export const goTo = (path: string): Command => ({ type: 'goTo', params: { path, replace: true } })
export const reload = (delayMs: number): Command => ({ type: 'reload', params: { delayMs } })
export const forgetAccount: Command = { type: 'forgetAccount' }
export const clearSession: Command = { type: 'clearSession' }
export const checkSession = (callNo: number): Command => ({ type: 'checkSession', params: { callNo } })
