import { useDatabase } from '@desk/platform/testing/database/harness'
import { expect, test } from 'vitest'
import { useProcesses } from './stage/processes.ts'
import { promised } from './stage/promised.ts'
import { stablePort } from './stage/stable-port.ts'
import { startDesk, type StartedDesk } from './stage/started-desk.ts'
import { until } from './stage/until.ts'

const STARTED_WITHIN_MS = 2_000
/** Until it answers again: a process reads its sources again, beside the machine's other work. */
const BACK_WITHIN_MS = 60_000

const fresh = useDatabase()
const processes = useProcesses()

interface Restart {
  readonly process: string
  readonly count: number
  readonly last_at: string
  readonly why: string
}

/** kill -9; gives the time until the restart, and until the desk answered. */
async function kill(desk: StartedDesk, name: string): Promise<{ startedMs: number; backMs: number }> {
  const pid = desk.pidOf(name)
  const killedAtMs = performance.now()
  process.kill(pid, 'SIGKILL')
  const startedMs = await until(
    `the ${name} is started again`,
    promised(STARTED_WITHIN_MS),
    () => desk.pidOf(name) !== pid,
    desk.printed,
    5,
  )
  await isBack(desk, name)
  return { startedMs, backMs: Math.round(performance.now() - killedAtMs) }
}

/** Waits until the last start of a process has made it ready, and the desk is up. */
async function isBack(desk: StartedDesk, name: string): Promise<void> {
  const lastWord = (): string =>
    desk
      .printed()
      .split('\n')
      .findLast(line => line.includes(`"app":"start","process":"${name}"`)) ?? ''
  await until(
    'the desk is up',
    BACK_WITHIN_MS,
    async () => lastWord().includes(`The ${name} is back`) && (await desk.health())?.status === 200,
    () => desk.printed().slice(-2_000),
    20,
  )
}

async function restartsOf(desk: StartedDesk): Promise<readonly Restart[]> {
  return ((await desk.health())?.body['restarts'] ?? []) as readonly Restart[]
}

test(
  'F13: kill -9 of the gateway, and of the platform with its database, under pnpm start: each is started again at its place within 2 s, and health and log say so',
  { timeout: 300_000 },
  async () => {
    const desk = await startDesk()
    expect([await desk.health(), desk.starter.exitCode]).toEqual([
      { status: 200, body: { platform: 'up', database: 'up', disk: 'ok', gateway: 'up', restarts: [] } },
      null,
    ])
    const gateway = await kill(desk, 'gateway')
    const platform = await kill(desk, 'platform')
    const said = (name: string, count = 1) => ({
      process: name,
      count,
      last_at: expect.stringMatching(/^20\d\d-.*Z$/) as string,
      why: 'SIGKILL',
    })
    expect(await restartsOf(desk)).toEqual([said('platform'), said('gateway')])
    const log = desk
      .printed()
      .split('\n')
      .filter(line => line.includes('ended unexpectedly'))
      .map(line => JSON.parse(line) as Record<string, unknown>)
    expect(log.map(({ process: name, restarts, msg }) => [name, restarts, msg])).toEqual([
      ['gateway', 1, 'The gateway ended unexpectedly (SIGKILL); it is started again in 0 ms'],
      ['platform', 1, 'The platform ended unexpectedly (SIGKILL); it is started again in 0 ms'],
    ])
    // it lived for less than a quiet while
    process.kill(desk.pidOf('gateway'), 'SIGKILL')
    await until(
      'the gateway ended twice',
      BACK_WITHIN_MS,
      () => desk.printed().includes('it is started again in 500 ms'),
      desk.printed,
    )
    await until(
      'it is started',
      BACK_WITHIN_MS,
      () =>
        desk
          .printed()
          .split('\n')
          .filter(line => line.includes('The gateway is started')).length === 3,
      desk.printed,
    )
    await isBack(desk, 'gateway')
    expect(await restartsOf(desk)).toEqual([said('platform'), said('gateway', 2)])
    process.stdout.write(
      `F13: the gateway was started again after ${gateway.startedMs} ms and up after ${gateway.backMs} ms, the platform after ${platform.startedMs} and ${platform.backMs} ms\n`,
    )
  },
)

const LOOSE = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => { Promise.reject(new Error('a loose promise')); throw new Error('a loose throw') })")}`

test(
  'F12: an uncaught error ends neither platform nor gateway: it is logged whole and counted',
  { timeout: 120_000 },
  async () => {
    const { url: databaseUrl } = fresh()
    const env = { NODE_OPTIONS: `--import ${LOOSE}` }
    const platform = await processes.platform(databaseUrl, env)
    const metricsPort = await stablePort()
    const gateway = await processes.gateway(platform.url, { ...env, METRICS_PORT: String(metricsPort) })
    const pids = [platform.pid, gateway.pid]
    for (const pid of pids) process.kill(pid, 'SIGUSR2')
    const seen = (what: string): number => processes.printed().split(what).length - 1
    await until('both say so', 10_000, () => seen('An uncaught error') === 4, processes.printed)
    const health = (await (await fetch(`${platform.url}/healthz`)).json()) as Record<string, unknown>
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect([
      health,
      /^desk_gateway_faults_total\{where="process"\} (\d+)$/m.exec(metrics)?.[1],
      /^desk_platform_loose_errors (\d+)$/m.exec(metrics)?.[1],
    ]).toEqual([{ platform: 'up', database: 'up', disk: 'ok', loose_errors: 2 }, '2', '2'])
    expect([(await fetch(`${gateway.url}/healthz`)).status, platform.pid, gateway.pid]).toEqual([200, ...pids])
    expect([seen('Error: a loose throw\\n    at'), seen('Error: a loose promise\\n    at')]).toEqual([2, 2])
  },
)
