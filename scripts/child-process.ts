import { fork, type ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'

/** How a child ended unexpectedly. */
export interface Ended {
  readonly name: string
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface Child {
  readonly name: string
  readonly process: ChildProcess
  /** Resolves with the first message that the child sends, or fails when it ends before that. */
  ready<A>(): Promise<A>
  /** Resolves when the child has ended. */
  readonly ended: Promise<Ended>
  /** Asks it to end, and ends it when it has not within `graceMs`. */
  stop(graceMs: number): Promise<void>
}

/**
 * Starts a program, in TypeScript or bundled, as a child with IPC: it ends itself when this process is gone. Its output
 * goes where ours goes, or to the caller that reads it.
 */
export function startChild(
  name: string,
  file: string,
  env: NodeJS.ProcessEnv,
  output: 'inherit' | 'pipe' = 'inherit',
): Child {
  const child = fork(resolve(file), [], {
    env: { ...process.env, ...env },
    execArgv: file.endsWith('.ts') ? ['--import', 'tsx'] : ['--enable-source-maps'],
    stdio: ['ignore', output, output, 'ipc'],
  })
  const ended = new Promise<Ended>(resolve => child.once('exit', (code, signal) => resolve({ name, code, signal })))
  return {
    name,
    process: child,
    ended,
    ready: <A>() =>
      new Promise<A>((resolve, reject) => {
        child.once('message', message => resolve(message as A)) // the sender's type is written beside it
        void ended.then(({ code, signal }) => reject(new ChildEnded(name, code, signal)))
        child.once('error', reject)
      }),
    async stop(graceMs) {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), graceMs)
      await ended
      clearTimeout(late)
    },
  }
}

/** A child ended before it was ready; its own output says why. */
export class ChildEnded extends Error {
  constructor(
    readonly child: string,
    readonly code: number | null,
    signal: NodeJS.Signals | null,
  ) {
    super(`The ${child} ended before it was ready (${signal ?? `code ${code}`}).`)
  }
}
