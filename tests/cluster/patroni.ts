import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { livingServer } from '@desk/platform/kernel/db/embedded/stale-server'
import { program, run } from '@desk/platform/kernel/db/embedded/program'
import { planLaunch } from '@desk/platform/kernel/db/embedded/server-user'
import { asOwner } from '@desk/platform/testing/database/test-server'
import { processesOf } from '../faults/stage/database-server.ts'
import { servers, shipped, type Haproxy } from '../faults/stage/haproxy.ts'
import { isAlive } from '../faults/stage/living.ts'
import type { Processes } from '../faults/stage/processes.ts'
import { stablePort } from '../faults/stage/stable-port.ts'
import { startProgram, type StartedProgram } from '../faults/stage/started-program.ts'
import { until } from '../faults/stage/until.ts'

const NODES = ['node1', 'node2', 'node3']
const WHOLE_WITHIN_MS = 90_000
const ENDS_WITHIN_MS = 10_000
const ASK_WITHIN_MS = 2_000
const PASSWORD = 'the-password-of-the-desk'

/** A machine of the cluster: Patroni and its PostgreSQL. */
export interface Node {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly configuration: string
  readonly dataDir: string
  patroni: StartedProgram
}

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
}

/** Three nodes of Patroni over etcd, behind HAProxy, with the configurations that `deploy/` ships. */
export interface PatroniCluster {
  /** HAProxy's address of the primary. */
  readonly url: string
  readonly haproxy: Haproxy
  /** The node that serves as the primary now. */
  primary(): Promise<Node>
  /** Resolves when another node than this one is the primary; gives how long that took in ms. */
  replaced(node: Node): Promise<number>
  /** Resolves when all nodes run, one of them as the synchronous standby; gives its name. */
  isWhole(): Promise<string>
  /** kill -9 of the node's PostgreSQL and of its Patroni. */
  kill(node: Node): Promise<void>
  start(node: Node): void
  /** Halts every process of the node; gives what lets them go on. */
  freeze(node: Node): () => void
  /** A planned switchover, as an operator asks for it. */
  switchOver(from: Node, to: string): Promise<void>
}

/** The machines of a cluster, and what ends them. */
export class PatroniMachines {
  readonly #home = mkdtempSync(join(tmpdir(), 'desk-cluster-'))
  readonly #bin = process.env['POSTGRES_15'] ?? '/usr/lib/postgresql/15/bin/postgres'
  readonly #nodes: Node[] = []
  #thaw = (): void => undefined
  #etcd: StartedProgram | undefined

  async start(processes: Processes): Promise<PatroniCluster> {
    chmodSync(this.#home, 0o711) // the server's own user must pass when root runs the tests
    const plan = planLaunch([this.#home], undefined)
    const folderOfOwner = (name: string): string => {
      const folder = join(this.#home, name)
      mkdirSync(folder, { mode: 0o700 })
      if (plan.owner) chownSync(folder, plan.owner.uid, plan.owner.gid)
      return folder
    }
    const [etcdPort, peerPort, port] = [await stablePort(), await stablePort(), await stablePort()]
    const [etcdUrl, peerUrl] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`]
    const etcdFlags = {
      'data-dir': folderOfOwner('etcd'),
      'enable-v2': 'true',
      'listen-client-urls': etcdUrl,
      'advertise-client-urls': etcdUrl,
      'listen-peer-urls': peerUrl,
      'initial-advertise-peer-urls': peerUrl,
      'initial-cluster': `default=${peerUrl}`,
      'log-level': 'error',
    }
    this.#etcd = startProgram(
      program(
        plan,
        process.env['ETCD'] ?? 'etcd',
        Object.entries(etcdFlags).map(([name, value]) => `--${name}=${value}`),
      ),
    )
    const launch = (configuration: string) =>
      startProgram(program(plan, process.env['PATRONI'] ?? 'patroni', [configuration]))
    const addNode = async (name: string): Promise<void> => {
      const folder = folderOfOwner(name)
      const [nodePort, restPort] = [await stablePort(), await stablePort()]
      const dataDir = join(folder, 'data')
      const configuration = join(this.#home, `${name}.yml`)
      writeFileSync(
        configuration,
        shipped('patroni/patroni.yml', [
          ['node1', name],
          [':8008', `:${restPort}`],
          [':2379', `:${etcdPort}`],
          [':5432', `:${nodePort}`],
          // a lost primary is replaced sooner than an operator would have it
          ['ttl: 20', 'ttl: 10'],
          ['loop_wait: 5', 'loop_wait: 2'],
          ['retry_timeout: 5', 'retry_timeout: 3'],
          ['/var/lib/postgresql/15/desk', dataDir],
          ['/usr/lib/postgresql/15/bin', dirname(this.#bin)],
          ['/var/lib/postgresql/.pgpass-patroni', join(folder, 'pgpass')],
          ['/var/run/postgresql', folder],
          // a frozen node would restart the machine of the tests
          ['mode: automatic', 'mode: off'],
        ]),
      )
      this.#nodes.push({ name, port: nodePort, restPort, configuration, dataDir, patroni: launch(configuration) })
    }
    const said = () => this.#nodes.map(({ name, patroni }) => `${name}: ${patroni.said().slice(-1_500)}`)

    await addNode(NODES[0] ?? '')
    await until('the first node is the primary', WHOLE_WITHIN_MS, async () => (await this.#primary()) !== null, said)
    for (const name of NODES.slice(1)) await addNode(name)
    const haproxy = processes.haproxy(
      shipped('haproxy/database.cfg', [
        [':5000', `:${port}`],
        servers(
          'node',
          this.#nodes.map(node => ({ 5432: node.port, 8008: node.restPort })),
        ),
      ]),
    )
    const primary = await this.#primaryNow()
    const asSuperuser = (statement: string) =>
      asOwner(`postgres://postgres:change-me-1@127.0.0.1:${primary.port}/postgres`, statement)
    await asSuperuser(`create role desk login createrole password '${PASSWORD}'`)
    await asSuperuser('create database desk owner desk')
    const cluster: PatroniCluster = {
      url: `postgres://desk:${PASSWORD}@127.0.0.1:${port}/desk`,
      haproxy,
      primary: () => this.#primaryNow(),
      replaced: node =>
        until(
          'another node is the primary',
          WHOLE_WITHIN_MS,
          async () => ![null, node].includes(await this.#primary(node)),
          said,
        ),
      isWhole: async () => {
        let members: readonly Member[] = []
        await until(
          'all nodes run, one of them as the synchronous standby',
          WHOLE_WITHIN_MS,
          async () => {
            members = await this.#members()
            return (
              members.filter(({ state }) => /^(running|streaming)$/.test(state)).length === NODES.length &&
              members.some(({ role }) => role === 'leader') &&
              members.some(({ role }) => role === 'sync_standby')
            )
          },
          () => [members, said()],
        )
        return members.find(({ role }) => role === 'sync_standby')?.name ?? ''
      },
      async kill(node) {
        const postgres = livingServer(node.dataDir)
        if (postgres) process.kill(postgres.pid, 'SIGKILL')
        await node.patroni.kill()
      },
      start(node) {
        node.patroni = launch(node.configuration)
      },
      freeze: node => {
        const pids = [node.patroni.pid, ...processesOf(node.dataDir)]
        for (const pid of pids) process.kill(pid, 'SIGSTOP')
        this.#thaw = () => {
          for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGCONT')
          this.#thaw = () => undefined
        }
        return () => this.#thaw()
      },
      async switchOver(from, to) {
        const { code, output } = await run(
          program(plan, 'patronictl', [
            '-c',
            from.configuration,
            'switchover',
            'desk',
            '--leader',
            from.name,
            '--candidate',
            to,
            '--force',
          ]),
        )
        if (code !== 0) throw new Error(`patronictl switchover: ${output}`)
      },
    }
    return cluster
  }

  /** Ends every process that was started here, and removes their files. */
  async remove(): Promise<void> {
    this.#thaw()
    await Promise.all(this.#nodes.map(end))
    await this.#etcd?.kill()
    rmSync(this.#home, { recursive: true, force: true })
  }

  /** The first node that says so, other than this one; null while none does. */
  async #primary(than?: Node): Promise<Node | null> {
    for (const node of this.#nodes) if (node !== than && (await answers(node, '/primary'))?.ok) return node
    return null
  }

  async #primaryNow(): Promise<Node> {
    const node = await this.#primary()
    if (!node) throw new Error('No node is the primary.')
    return node
  }

  async #members(): Promise<readonly Member[]> {
    for (const node of this.#nodes) {
      const answer = await answers(node, '/cluster')
      if (answer?.ok) return ((await answer.json()) as { readonly members: readonly Member[] }).members // Patroni's own form
    }
    return []
  }
}

function answers({ restPort }: Node, path: string): Promise<Response | null> {
  return fetch(`http://127.0.0.1:${restPort}${path}`, { signal: AbortSignal.timeout(ASK_WITHIN_MS) }).catch(() => null)
}

async function end({ patroni, dataDir }: Node): Promise<void> {
  await patroni.kill()
  const postgres = livingServer(dataDir)?.pid
  if (postgres === undefined) return
  // it ends all of its processes at once
  process.kill(postgres, 'SIGQUIT')
  await until('PostgreSQL has ended', ENDS_WITHIN_MS, () => !isAlive(postgres)).catch(() =>
    process.kill(postgres, 'SIGKILL'),
  )
}
