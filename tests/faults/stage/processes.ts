import type { GatewayReady } from '@desk/gateway/main'
import type { PlatformReady } from '@desk/platform/app/main'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testServer } from '@desk/platform/testing/database/harness'
import { afterAll } from 'vitest'
import { startChild, type Child } from '../../../scripts/child-process.ts'
import { buildPrograms, bundleOnce } from '../../../scripts/programs.ts'
import { startHaproxy, type Haproxy } from './haproxy.ts'
import { stablePort } from './stable-port.ts'

/** The service token of the fault tests. */
export const FAULT_FEED_TOKEN = 'the-feed-token-of-the-fault-tests-0123456789'

const STOP_GRACE_MS = 9_500

/** One process of the desk on a port that stays its own: it can be killed and started again there. */
export interface DeskProcess {
  readonly url: string
  readonly pid: number
  start(): Promise<void>
  /** kill -9; resolves when the process is gone. */
  kill(): Promise<void>
  /** Ends it in order, as a restart does. */
  stop(): Promise<void>
}

export interface Processes {
  platform(databaseUrl: string, env?: NodeJS.ProcessEnv): Promise<DeskProcess>
  gateway(platformUrl: string, env?: NodeJS.ProcessEnv): Promise<DeskProcess>
  /** HAProxy with this configuration. */
  haproxy(configuration: string): Haproxy
  /** All that platforms and gateways printed so far. */
  readonly printed: () => string
  /** Any program of the tests that talks over IPC; it ends itself when this process is gone. */
  program(name: string, file: string, env?: NodeJS.ProcessEnv): Promise<Child>
}

/** Starts platform and gateway as `pnpm start` does. Whatever still runs is ended after the file's tests. */
export function useProcesses(): Processes {
  const children = new Set<Child>()
  const haproxies: Haproxy[] = []
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-faults-'))
  afterAll(async () => {
    await Promise.all([...children].map(child => child.stop(STOP_GRACE_MS)))
    await Promise.all(haproxies.map(haproxy => haproxy.remove()))
    rmSync(dataDir, { recursive: true, force: true })
  })

  let printed = ''
  const start = (name: string, file: string, env: NodeJS.ProcessEnv, output: 'inherit' | 'pipe'): Child => {
    const child = startChild(name, file, env, output)
    for (const stream of [child.process.stdout, child.process.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
      })
    }
    children.add(child)
    void child.ended.then(() => children.delete(child))
    return child
  }
  const program: Processes['program'] = async (name, file, env = {}) => {
    // bundled once for a run, as the desk's own processes are
    const folder = join('.tmp', 'test-programs', testServer().template, name)
    await bundleOnce({ [name]: file }, folder)
    return start(name, join(folder, `${name}.mjs`), env, 'inherit')
  }

  async function deskProcess(name: string, file: string, env: NodeJS.ProcessEnv, port: number): Promise<DeskProcess> {
    let child: Child | null = null
    const running = (): Child => {
      if (!child) throw new Error(`The ${name} does not run.`)
      return child
    }
    const desk: DeskProcess = {
      url: `http://127.0.0.1:${port}`,
      get pid() {
        return running().process.pid ?? 0
      },
      async start() {
        child = start(
          name,
          file,
          { FEED_TOKEN: FAULT_FEED_TOKEN, LOG_LEVEL: 'error', DATA_DIR: dataDir, ...env },
          'pipe',
        )
        const printedBefore = printed.length
        await child.ready<PlatformReady | GatewayReady>().catch((error: unknown) => {
          throw new Error(`The ${name} did not start: ${printed.slice(printedBefore)}`, { cause: error })
        })
      },
      async kill() {
        const killed = running()
        child = null
        killed.process.kill('SIGKILL')
        await killed.ended
      },
      async stop() {
        const stopped = running()
        child = null
        await stopped.stop(STOP_GRACE_MS)
      },
    }
    await desk.start()
    return desk
  }

  return {
    program,
    haproxy(configuration) {
      const haproxy = startHaproxy(configuration)
      haproxies.push(haproxy)
      return haproxy
    },
    printed: () => printed,
    async platform(databaseUrl, env = {}) {
      const port = await stablePort()
      return deskProcess(
        'platform',
        (await buildPrograms()).platform,
        { DATABASE_URL: databaseUrl, PLATFORM_PORT: String(port), DEMO: '0', SIMULATE: '0', ...env },
        port,
      )
    },
    async gateway(platformUrl, env = {}) {
      const port = await stablePort()
      return deskProcess(
        'gateway',
        (await buildPrograms()).gateway,
        { PLATFORM_URL: platformUrl, PORT: String(port), ...env },
        port,
      )
    },
  }
}
