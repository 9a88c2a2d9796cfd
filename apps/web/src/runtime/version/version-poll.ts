import { versionPollMachine } from '@desk/machines/version-poll/version-poll.machine'
import { banner } from '@desk/machines/version-poll/version-poll.selectors'
import type { App } from '../app/app.ts'
import { run, type EventRecorder, type Runner } from '../runner.ts'
import { readBuildDate } from './build-date.ts'

export interface VersionPollPorts {
  readonly app: Pick<App, 'join'>
  readonly fetch: typeof globalThis.fetch
  readonly nowMs: () => number
  readonly after: (delayMs: number, act: () => void) => void
  readonly reload: (delayMs: number) => void
  /** A failed read is only logged (§8.10). */
  readonly log: (message: string) => void
  /** There is a newer build; `reload` loads it. */
  readonly onNewer: (reload: () => void) => void
  readonly recorder?: EventRecorder
  readonly onFault: (fault: unknown) => void
}

/**
 * Looks for a newer build while the page is open (§4.10). It reads nothing before the app machine gives it the page's
 * place.
 */
export function openVersionPoll(ports: VersionPollPorts): Runner<typeof versionPollMachine> {
  const poll = run('version-poll', versionPollMachine, {
    handlers: {
      readVersion: ({ readNo }, send) => {
        readBuildDate(ports.fetch, ports.nowMs()).then(
          buildDate => send({ type: 'version.read', readNo, buildDate }),
          (failure: unknown) =>
            send({
              type: 'version.readFailed',
              readNo,
              message: failure instanceof Error ? failure.message : String(failure),
            }),
        )
      },
      startTimer: ({ timerNo, delayMs }, send) => ports.after(delayMs, () => send({ type: 'timer.elapsed', timerNo })),
      logFailure: ({ message }) => ports.log(message),
      reload: ({ delayMs }) => ports.reload(delayMs),
    },
    onFault: ports.onFault,
    ...(ports.recorder ? { recorder: ports.recorder } : {}),
  })
  poll.subscribe(snapshot => {
    if (banner(snapshot) !== null) ports.onNewer(() => poll.send({ type: 'version.reloadRequested' }))
  })
  ports.app.join('version-poll', poll.send)
  return poll
}
