import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Program } from '@desk/platform/kernel/db/embedded/program'

/** A program in the background. */
export interface StartedProgram {
  readonly pid: number
  /** All that it wrote. */
  readonly said: () => string
  /** Asks it to end, and waits for that. */
  stop(): Promise<void>
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>
}

export function startProgram({ file, args, env, cwd, uid, gid }: Program): StartedProgram {
  const child = spawn(file, args, {
    env,
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  const ended = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  return { pid: child.pid ?? 0, said: () => said, stop: () => end('SIGINT'), kill: () => end('SIGKILL') }
}
