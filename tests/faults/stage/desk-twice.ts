import { servers, shipped, type Haproxy } from './haproxy.ts'
import type { DeskProcess, Processes } from './processes.ts'
import { stablePort } from './stable-port.ts'
import { until } from './until.ts'

const SOON_MS = 30_000

/** Two platforms and two gateways behind HAProxy, with the configuration that `deploy/` ships. */
export interface DeskTwice {
  /** For the world. */
  readonly url: string
  readonly haproxy: Haproxy
  /** Each process by the balancer's name of it. */
  readonly parts: Readonly<Record<string, DeskProcess>>
  /** Resolves when the balancer sends to the process of this name. */
  isServed(name: string): Promise<unknown>
}

export async function startDeskTwice(
  processes: Processes,
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
): Promise<DeskTwice> {
  const [port, platformPort] = [await stablePort(), await stablePort()]
  const [platform1, platform2] = [
    await processes.platform(databaseUrl, env),
    await processes.platform(databaseUrl, env),
  ]
  const gatewayPorts = [await stablePort(), await stablePort()] as const
  const haproxy = processes.haproxy(
    shipped('haproxy/haproxy.cfg', [
      // a test has no files for more
      ['maxconn 20000', 'maxconn 1000'],
      [':8443', `:${port}`],
      [':4409', `:${platformPort}`],
      servers(
        'gateway',
        gatewayPorts.map(at => ({ 4400: at })),
      ),
      servers(
        'platform',
        [platform1, platform2].map(({ url }) => ({ 4410: Number(new URL(url).port) })),
      ),
    ]),
  )
  const gateway = (at: number) => processes.gateway(`http://127.0.0.1:${platformPort}`, { ...env, PORT: String(at) })
  const sendsTo = (server: string): boolean => {
    // the last word of each of its backends; a server begins as up, without a word
    const words = new Map(
      [...haproxy.said().matchAll(/Server (\w+\/\w+) is (UP|DOWN)/g)].map(([, name = '', word]) => [name, word]),
    )
    return ![...words].some(([name, word]) => name.endsWith(`/${server}`) && word === 'DOWN')
  }
  const desk: DeskTwice = {
    url: `http://127.0.0.1:${port}`,
    haproxy,
    parts: { gateway1: await gateway(gatewayPorts[0]), gateway2: await gateway(gatewayPorts[1]), platform1, platform2 },
    isServed: name => until(`the balancer sends to ${name}`, SOON_MS, () => sendsTo(name)),
  }
  for (const name of ['gateway1', 'gateway2']) await desk.isServed(name)
  return desk
}
