import type { App } from './app/app.ts'
import type { DeskServer } from './connection/desk-server.ts'
import type { DeskPorts } from './desk-ports.ts'
import type { Recorder } from './journal/recorder.ts'
import type { Outdated } from './outdated.ts'

/** The first wait before a repeated request for data that every page needs; requests go on until it comes. */
const FIRST_RETRY_MS = 3_000
const MOST_RETRY_MS = 60_000

/**
 * Loads code that a page will need, and retries until it comes.
 * @param after calls `act` once, so many ms later
 */
async function untilLoaded<T>(
  load: () => Promise<T>,
  after: (delayMs: number, act: () => void) => void,
  retryMs = FIRST_RETRY_MS,
): Promise<T> {
  try {
    return await load()
  } catch {
    await new Promise<void>(resolve => after(retryMs, resolve))
    return untilLoaded(load, after, Math.min(MOST_RETRY_MS, retryMs * 2))
  }
}

/** The parts of a desk that the watches tell. */
interface Watched {
  readonly app: App
  readonly recorder: Recorder
  readonly server: DeskServer
  readonly outdated: Outdated
  readonly reload: (delayMs: number) => void
}

/** Starts what the first screen does not need: the idle watch (§4.7) and the version poll (§4.10). */
export async function watchLater(ports: DeskPorts, watched: Watched): Promise<void> {
  await Promise.all([watchIdleness(ports, watched), watchVersion(ports, watched)])
}

async function watchIdleness({ clock, code, page, reportFault }: DeskPorts, { app, recorder }: Watched): Promise<void> {
  const { watchIdle } = await untilLoaded(code.idle, clock.after)
  watchIdle({ app, page, nowMs: clock.nowMs, startTimer: clock.after, recorder, onFault: reportFault })
}

async function watchVersion(
  { clock, code, fetch, log, page, reportFault }: DeskPorts,
  { app, recorder, server, outdated, reload }: Watched,
): Promise<void> {
  const { openVersionPoll } = await untilLoaded(code.versionPoll, clock.after)
  openVersionPoll({
    app,
    fetch,
    nowMs: clock.nowMs,
    after: clock.after,
    reload,
    log,
    onNewer: outdated.set,
    recorder,
    onFault: reportFault,
  })
  await server.config.loaded
  app.send({ type: 'config.read', isLocalDevelopment: server.environment() === 'local', buildDate: page.buildDate() })
}
