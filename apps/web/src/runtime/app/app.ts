import { appMachine } from '@desk/machines/app/app.machine'
import type { Notice } from '@desk/machines/app/notice'
import { run, type EventRecorder, type Runner } from '../runner.ts'

type Name = Notice['machine']
type HeardBy<K extends Name> = Extract<Notice, { readonly machine: K }>['event']

/** The router of one tab: it takes the page's events, and delivers notices between the machines that have joined. */
export interface App extends Runner<typeof appMachine> {
  /** Delivers notices to a machine until the returned function is called. */
  join<K extends Name>(name: K, hear: (event: HeardBy<K>) => void): () => void
  /** Performs the command `notify` of every machine: delivers the event to its machine. */
  readonly notify: (notice: Notice) => void
}

/** These load after the first screen: their events wait for them until then. Nothing waits for another that is not there. */
const LOADED_LATER = ['idle', 'version-poll'] as const satisfies readonly Name[]

/** Opens the app machine. It does nothing before `page.loaded` is sent. */
export function openApp(options: {
  readonly recorder?: EventRecorder
  readonly onFault?: (fault: unknown) => void
}): App {
  const listeners = new Map<Name, (event: Notice['event']) => void>()
  const waiting = new Map<Name, Notice['event'][]>(LOADED_LATER.map(name => [name, []]))
  const notify = ({ machine, event }: Notice) => {
    const hear = listeners.get(machine)
    if (hear === undefined) waiting.get(machine)?.push(event)
    else hear(event)
  }
  const join: App['join'] = (name, hear) => {
    // A machine is notified of its own events only: Notice says so.
    const listener = hear as (event: Notice['event']) => void
    listeners.set(name, listener)
    for (const event of waiting.get(name)?.splice(0) ?? []) listener(event)
    return () => {
      if (listeners.get(name) === listener) listeners.delete(name)
    }
  }
  const runner = run('app', appMachine, { handlers: { notify }, ...options })
  join('app', runner.send)
  return { ...runner, join, notify }
}
