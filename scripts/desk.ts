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
    const platformChild = startChild('platform', 'apps/platform/src/main.ts', {})
    children.push(platformChild)
    const platform = await platformChild.ready<PlatformReady>()
    const gatewayChild = startChild('gateway', 'apps/gateway/src/main.ts', { PLATFORM_URL: platform.url, FEED_TOKEN: platform.feedToken })
    children.push(gatewayChild)
    const gateway = await gatewayChild.ready<GatewayReady>()
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
