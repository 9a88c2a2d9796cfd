import { appEventOf, type LinkedCommand } from '@desk/machines/app/app.links'
import { appMachine, type Told } from '@desk/machines/app/app.machine'
import { run, type EventRecorder, type Runner } from '../runner.ts'

type Name = Told['to']
type HeardBy<K extends Name> = Extract<Told, { readonly to: K }>['event']

/** The whole of one tab: what the page does goes in, and each machine that has joined hears what concerns it. */
export interface App extends Runner<typeof appMachine> {
  /** Has a machine hear what it is told, until the returned function is called. */
  join<K extends Name>(name: K, hear: (event: HeardBy<K>) => void): () => void
  /** Tells of a command of a machine that has joined: one that concerns another machine is passed on. */
  commanded(command: LinkedCommand): void
}

/** These load after the first screen: what they are told before waits for them. Whoever else is not there has nothing to be told. */
const LOADED_LATER = ['idle', 'version-poll'] as const satisfies readonly Name[]

/** Opens the app machine. It does nothing before `page.loaded` is sent. */
export function openApp(options: {
  readonly recorder?: EventRecorder
  readonly onFault?: (fault: unknown) => void
}): App {
  const listeners = new Map<Name, (event: Told['event']) => void>()
  const waiting = new Map<Name, Told['event'][]>(LOADED_LATER.map(name => [name, []]))
  const runner = run('app', appMachine, {
    handlers: {
      tell: ({ to, event }) => {
        const hear = listeners.get(to)
        if (hear === undefined) waiting.get(to)?.push(event)
        else hear(event)
      },
    },
    ...options,
  })
  return {
    ...runner,
    join: (name, hear) => {
      // A machine is told its own events only: Told says so.
      const listener = hear as (event: Told['event']) => void
      listeners.set(name, listener)
      for (const event of waiting.get(name)?.splice(0) ?? []) listener(event)
      return () => {
        if (listeners.get(name) === listener) listeners.delete(name)
      }
    },
    commanded: command => {
      const event = appEventOf(command)
      if (event !== null) runner.send(event)
    },
  }
}
