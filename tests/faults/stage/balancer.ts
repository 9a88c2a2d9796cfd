import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stablePort } from './stable-port.ts'

export interface Balancer {
  /** For the world. */
  readonly url: string
  /** For the gateways: a way to any platform. */
  readonly platformUrl: string
  /** Whether a server, such as gateway1, is served as far as the balancer said last. */
  sendsTo(server: string): boolean
  stop(): Promise<void>
}

interface Behind {
  readonly port: number
  readonly platformPort: number
  readonly gateways: readonly number[]
  readonly platforms: readonly number[]
}

/** Ports of a balancer that starts later. */
export async function balancerPorts(): Promise<Pick<Behind, 'port' | 'platformPort'>> {
  return { port: await stablePort(), platformPort: await stablePort() }
}

/** Starts HAProxy with the configuration that `deploy/` ships, of which the addresses are changed, and the number of connections, for which a test has no files. */
export async function startBalancer({ port, platformPort, gateways, platforms }: Behind): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  const servers = (line: string, name: string, was: number, ports: readonly number[]) =>
    ports.map((at, index) => line.replaceAll(`${name}1`, `${name}${index + 1}`).replace(`:${was}`, `:${at}`)).join('\n')
  const shipped = readFileSync(join('deploy', 'haproxy', 'haproxy.cfg'), 'utf8')
  writeFileSync(
    file,
    shipped
      .replace('maxconn 20000', 'maxconn 1000')
      .replace(':8443', `:${port}`)
      .replace(':4409', `:${platformPort}`)
      .replaceAll(/^ *server gateway1 .*$/gm, line => servers(line, 'gateway', 4400, gateways))
      .replaceAll(/^ *server platform1 .*$/gm, line => servers(line, 'platform', 4410, platforms)),
  )
  const haproxy = spawn(process.env['HAPROXY'] ?? 'haproxy', ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  haproxy.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(haproxy, 'exit')
  return {
    url: `http://127.0.0.1:${port}`,
    platformUrl: `http://127.0.0.1:${platformPort}`,
    sendsTo(server) {
      // the last word of each of its backends; a server begins as up, without a word
      const words = new Map(
        [...said.matchAll(/Server (\w+\/\w+) is (UP|DOWN)/g)].map(([, name = '', word]) => [name, word]),
      )
      return ![...words].some(([name, word]) => name.endsWith(`/${server}`) && word === 'DOWN')
    },
    async stop() {
      if (haproxy.exitCode === null) haproxy.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
