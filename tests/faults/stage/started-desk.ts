import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { stablePort } from './stable-port.ts'
import { until } from './until.ts'

/** A desk that `pnpm start` runs, on a data folder and a port of its own. */
export interface StartedDesk {
  readonly url: string
  /** The process that runs the others. */
  readonly starter: ChildProcess
  /** The process of this name that was started last. */
  pidOf(name: string): number
  /** Its output so far. */
  printed(): string
  health(): Promise<{ readonly status: number; readonly body: Record<string, unknown> } | null>
}

const READY_WITHIN_MS = 120_000

/** Runs the real script; ended, with all that it started, when the test is over. */
export async function startDesk(env: NodeJS.ProcessEnv = {}): Promise<StartedDesk> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-started-'))
  const webRoot = join(folder, 'web')
  mkdirSync(webRoot)
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Loading...</title>')
  const port = await stablePort()
  const url = `http://127.0.0.1:${port}`
  const starter = spawn(join('node_modules', '.bin', 'tsx'), ['scripts/start.ts'], {
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      WEB_ROOT: webRoot,
      PORT: String(port),
      DEMO: '0',
      SIMULATE: '0',
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [starter.stdout, starter.stderr])
    stream.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
  const gone = once(starter, 'exit')
  onTestFinished(async () => {
    starter.kill('SIGTERM')
    await gone
    rmSync(folder, { recursive: true, force: true })
  })
  const desk: StartedDesk = {
    url,
    starter,
    printed: () => printed,
    pidOf(name) {
      const started = printed
        .split('\n')
        .filter(line => line.includes(`"process":"${name}"`) && line.includes('"pid":'))
      const pid = /"pid":(\d+)/.exec(started.at(-1) ?? '')?.[1]
      if (pid === undefined) throw new Error(`No ${name} was started.`)
      return Number(pid)
    },
    async health() {
      try {
        const answer = await fetch(`${url}/healthz`)
        return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
      } catch {
        return null
      }
    },
  }
  await until(
    'the desk has started',
    READY_WITHIN_MS,
    () => printed.includes('Sample Desk is at'),
    () => printed.slice(-2_000),
  )
  return desk
}
