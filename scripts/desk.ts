import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import type { PlatformReady } from '../apps/platform/src/app/main.ts'
import { createAdminCommandFor, databaseName, noteRunningDesk } from '../apps/platform/src/cli/running-desks.ts'
import type { GatewayReady } from '../apps/gateway/src/main.ts'
import { DEMO_PASSWORD, DEMO_USERS } from '../apps/platform/src/demo/demo-accounts.ts'
import { readConfig, type Config } from '../apps/platform/src/kernel/config/config.ts'
import { describeProblems } from '../packages/schema/src/config/environment.ts'
import type { Restart, RestartsMessage } from '../packages/schema/src/health/restarts.ts'
import { startChild } from './child-process.ts'
import packageJson from '../package.json' with { type: 'json' }
import type { Programs } from './programs.ts'
import { supervise, type Supervised } from './supervise.ts'

const STOP_GRACE_MS = 9_500
const COMMANDS = `npx --yes ${packageJson.packageManager} desk`

export interface StartedDesk {
  readonly address: string
  readonly platform: PlatformReady
  readonly createAdmin: string
  stop(): Promise<void>
}

/**
 * Starts platform, gateway and, with demo data, the simulator, each as a process of its own. A process that ends
 * unasked is started again (F13), at its old port and with its old token; the gateway is notified, and says it in
 * /healthz.
 * @param commands the start of every command of the desk, as a person types it
 * @throws ChildEnded when one ends before it was ever ready: all are stopped then
 */
export async function startDesk(programs: Programs, commands = COMMANDS): Promise<StartedDesk> {
  const config = settings()
  const { drainNoticeMs } = config
  const running: Supervised<unknown>[] = []
  let isStopping = false
  let forget = (): void => {}
  const stop = async (): Promise<void> => {
    isStopping = true
    forget()
    // the gateway first, so that nothing new comes in while the platform drains
    for (const one of [...running].reverse()) await one.stop(drainNoticeMs + STOP_GRACE_MS)
  }
  /** Begins to keep a process running. */
  const keep = <A>(name: string, file: string, env: (former: A | null) => NodeJS.ProcessEnv): Supervised<A> => {
    const one = supervise<A>({
      name,
      start: former => startChild(name, file, env(former)),
      told: tellRestarts,
      isWanted: () => !isStopping,
    })
    running.push(one)
    return one
  }
  const tellRestarts = (): void => {
    const told: RestartsMessage = {
      kind: 'restarts',
      restarts: running.flatMap(({ restart }): Restart[] => (restart ? [restart] : [])),
    }
    if (gateway.process?.connected) gateway.process.send(told)
  }
  // both start at once: the gateway waits for its platform by itself
  const platformPort = process.env['PLATFORM_PORT'] ?? String(await freePort())
  const feedToken = process.env['FEED_TOKEN'] ?? randomBytes(32).toString('base64url')
  const platform = keep<PlatformReady>('platform', programs.platform, () => ({
    PLATFORM_PORT: platformPort,
    FEED_TOKEN: feedToken,
    // the gateway has drained by then
    DRAIN_NOTICE_MS: '0',
  }))
  const gateway = keep<GatewayReady>('gateway', programs.gateway, former => ({
    PLATFORM_URL: `http://127.0.0.1:${platformPort}`,
    FEED_TOKEN: feedToken,
    ...(former ? { PORT: String(former.port) } : {}),
  }))
  try {
    const [platformReady, gatewayReady] = await Promise.all([platform.begin(), gateway.begin()])
    tellRestarts()
    if (platformReady.simulatePerMinute > 0 && platformReady.hasDemo) {
      await keep('simulator', programs.simulator, () => ({
        SIMULATE_URL: gatewayReady.url,
        SIMULATE_LINK_URL: `http://127.0.0.1:${platformPort}`,
        SIMULATE_PER_MINUTE: String(platformReady.simulatePerMinute),
      })).begin()
    }
    const createAdmin = createAdminCommandFor(process.env, commands)
    forget = noteRunningDesk({ address: gatewayReady.url, database: databaseName(config), createAdmin })
    return { address: gatewayReady.url, platform: platformReady, createAdmin, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The settings have been judged before anything was started. */
function settings(): Config {
  const read = readConfig(process.env)
  if ('problems' in read) throw new Error(describeProblems(read.problems))
  return read.config
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo // a TCP server that listens has one
      probe.close(() => resolve(port))
    })
  })
}

/** The first information for a person who just started the desk. */
export function greeting(desk: StartedDesk): string {
  const lines = ['', `  Sample Desk is at ${desk.address}`, '']
  if (desk.platform.hasDemo) {
    lines.push(`  Sign in with the password ${DEMO_PASSWORD} as`)
    const width = Math.max(...DEMO_USERS.map(user => user.username.length))
    for (const user of DEMO_USERS) lines.push(`    ${user.username.padEnd(width)}  ${user.says}`)
    if (desk.platform.simulatePerMinute > 0)
      lines.push(
        '',
        `  ${desk.platform.simulatePerMinute} simulated respondents arrive per minute (SIMULATE=0 for none).`,
      )
  } else {
    lines.push('  Make the first super admin, in this folder, with', `    ${desk.createAdmin}`)
  }
  return [...lines, ''].join('\n')
}
