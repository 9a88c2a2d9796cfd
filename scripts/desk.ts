import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import type { PlatformReady } from '../apps/platform/src/main.ts'
import type { GatewayReady } from '../apps/gateway/src/main.ts'
import { DEMO_PASSWORD, DEMO_USERS } from '../apps/platform/src/demo/demo-accounts.ts'
import { startChild, type Child, type Ended } from './child-process.ts'

const STOP_GRACE_MS = 9_500

export interface RunningDesk {
  readonly address: string
  readonly platform: PlatformReady
  /** Resolves when one of the processes has ended unasked. */
  readonly broken: Promise<Ended>
  stop(): Promise<void>
}

/** Starts platform, gateway and, with demo data, the simulator, each as a process of its own. */
export async function startDesk(): Promise<RunningDesk> {
  const children: Child[] = []
  const stop = async (): Promise<void> => {
    // the gateway first, so that nothing new comes in while the platform drains
    for (const child of [...children].reverse()) await child.stop(STOP_GRACE_MS)
  }
  try {
    // both start at once: the gateway waits for its platform by itself
    const platformPort = process.env['PLATFORM_PORT'] ?? String(await freePort())
    const feedToken = process.env['FEED_TOKEN'] ?? randomBytes(32).toString('base64url')
    const platformChild = startChild('platform', 'apps/platform/src/main.ts', { PLATFORM_PORT: platformPort, FEED_TOKEN: feedToken })
    children.push(platformChild)
    const gatewayChild = startChild('gateway', 'apps/gateway/src/main.ts', { PLATFORM_URL: `http://127.0.0.1:${platformPort}`, FEED_TOKEN: feedToken })
    children.push(gatewayChild)
    const [platform, gateway] = await Promise.all([platformChild.ready<PlatformReady>(), gatewayChild.ready<GatewayReady>()])
    if (platform.simulatePerMinute > 0 && platform.hasDemo) {
      children.push(startChild('simulator', 'apps/platform/src/demo/simulate.ts', { SIMULATE_URL: gateway.url, SIMULATE_PER_MINUTE: String(platform.simulatePerMinute) }))
    }
    const broken = Promise.race([platformChild.ended, gatewayChild.ended])
    return { address: gateway.url, platform, broken, stop }
  } catch (error) {
    await stop()
    throw error
  }
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

/** What a person who just started the desk needs to know. */
export function greeting(desk: RunningDesk): string {
  const lines = ['', `  Sample Desk is at ${desk.address}`, '']
  if (desk.platform.hasDemo) {
    lines.push(`  Sign in with the password ${DEMO_PASSWORD} as`)
    const width = Math.max(...DEMO_USERS.map(user => user.username.length))
    for (const user of DEMO_USERS) lines.push(`    ${user.username.padEnd(width)}  ${user.says}`)
    if (desk.platform.simulatePerMinute > 0) lines.push('', `  ${desk.platform.simulatePerMinute} simulated respondents arrive per minute (SIMULATE=0 for none).`)
  } else {
    lines.push('  Make the first super admin with: pnpm desk create-admin')
  }
  return [...lines, ''].join('\n')
}
