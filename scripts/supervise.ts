import type { Restart } from '../packages/schema/src/health/restarts.ts'
import { BackOff } from './back-off.ts'
import type { Child, Ended } from './child-process.ts'

export interface SuperviseOptions<A> {
  readonly name: string
  /** Starts it; `former` is its first ready message, so that it returns on the same port. */
  readonly start: (former: A | null) => Child
  /** It ended unexpectedly, or is back. */
  readonly told: () => void
  /** False: the desk is being stopped, and what ends has been asked to, by us or by the terminal's Ctrl-C. */
  readonly isWanted: () => boolean
}

/** A process that is started again whenever it ends. */
export interface Supervised<A> {
  /** Starts it the first time. @throws ChildEnded when it ends before it is ready: it is not started again then */
  begin(): Promise<A>
  /** The cause of its last restart; null: none. */
  readonly restart: Restart | null
  readonly process: Child['process'] | null
  /** Asks it to end; the desk no longer wants it by then. */
  stop(graceMs: number): Promise<void>
}

/** Starts a process, and restarts it whenever it ends unexpectedly: at once the first time, then with growing delays (F13). */
export function supervise<A>({ name, start, told, isWanted }: SuperviseOptions<A>): Supervised<A> {
  const backOff = new BackOff()
  let child: Child | null = null
  let first: A | null = null
  let restart: Restart | null = null
  let waiting: NodeJS.Timeout | undefined

  const launch = (): Child => {
    child = start(first)
    tell({ msg: `The ${name} is started`, pid: child.process.pid })
    return child
  }
  const watch = (watched: Child): void => {
    const startedAtMs = performance.now()
    void watched.ended.then(end => {
      if (!isWanted()) return
      const delayMs = backOff.afterLivingFor(performance.now() - startedAtMs)
      restart = { process: name, count: (restart?.count ?? 0) + 1, last_at: new Date().toISOString(), why: howOf(end) }
      tell({
        msg: `The ${name} ended unexpectedly (${restart.why}); it is started again in ${delayMs} ms`,
        restarts: restart.count,
      })
      told()
      waiting = setTimeout(again, delayMs)
    })
  }
  const again = (): void => {
    if (!isWanted()) return
    const endedAtMs = performance.now()
    const next = launch()
    watch(next)
    next.ready<A>().then(
      () => {
        tell({ msg: `The ${name} is back after ${Math.round(performance.now() - endedAtMs)} ms` })
        told()
      },
      () => undefined, // its end is watched
    )
  }
  const tell = (line: object): void =>
    console.log(JSON.stringify({ time: Date.now(), app: 'start', process: name, ...line }))

  return {
    async begin() {
      const begun = launch()
      first = await begun.ready<A>()
      watch(begun)
      return first
    },
    get restart() {
      return restart
    },
    get process() {
      return child?.process ?? null
    },
    async stop(graceMs) {
      clearTimeout(waiting)
      await child?.stop(graceMs)
    },
  }
}

function howOf({ code, signal }: Ended): string {
  return signal ?? `code ${code}`
}
