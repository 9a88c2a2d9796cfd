import { fork, type ChildProcess } from 'node:child_process'
import { accessSync, constants, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { extname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findBinaries, type Binaries } from './embedded/binaries.ts'
import {
  allowBaseBackups,
  clusterDir,
  DATABASE_NAME,
  filesOwner,
  hbaFile,
  LOGIN_ROLE,
  passwordFile,
  prepareCluster,
} from './embedded/cluster.ts'
import { lockDataDir } from './embedded/data-dir-lock.ts'
import { EmbeddedPostgresFailed } from './embedded/embedded-errors.ts'
import type { KeeperReport, KeeperTask } from './embedded/keeper-messages.ts'
import { program } from './embedded/program.ts'
import { planLaunch, type LaunchPlan } from './embedded/server-user.ts'
import { awaitNoServer, livingServer } from './embedded/stale-server.ts'
import { archiveSettings, prepareArchive, recoverySettings, type Recovery } from './embedded/wal-archive.ts'
import type { Log } from './log.ts'

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: Log
  /** Any free port by default. */
  readonly port?: number
  /** False gives up durability for speed: only for tests. */
  readonly durable?: boolean
  /** The folder that the log is archived in; unset: it is not. */
  readonly walArchive?: string | undefined
  /** Brings a base backup to this moment first. */
  readonly recovery?: Recovery | undefined
}

export interface EmbeddedServer {
  readonly url: string
  readonly port: number
  /** Stops the server and releases DATA_DIR. */
  stop(): Promise<void>
}

const START_ATTEMPTS = 10
/** PostgreSQL's messages when it starts too soon after another one, or lost its port. */
const PASSING_TROUBLE = /lock file|shared memory|could not bind|could not create any TCP/i
const ROOT_OWNED_DIR_MODE = 0o711 // the server's own user must be able to enter; each secret in it has mode 600
const OWN_DIR_MODE = 0o700

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
const FAST_AND_LOSING = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }

function settings(
  hba: string,
  port: number,
  { durable = true, walArchive, recovery }: EmbeddedOptions,
): Record<string, string> {
  return {
    hba_file: hba,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '256MB',
    wal_level: recovery === undefined ? 'minimal' : 'replica',
    max_wal_senders: '0',
    max_wal_size: '2GB',
    // files of the log stay for use again: making a new one lets every commit wait for 40 ms (docs/decisions/0055)
    min_wal_size: '1GB',
    // a young database is analysed within seconds: plans made without statistics scan whole accounts
    autovacuum_naptime: '10s',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '',
    log_min_messages: 'log', // errors of statements reach their caller, and the statements may hold data that does not belong in a log
    ...(durable ? DURABLE : FAST_AND_LOSING),
    ...(walArchive === undefined ? {} : archiveSettings(walArchive)),
    ...(recovery === undefined ? {} : recoverySettings(recovery)),
  }
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo // a TCP server's address is never a string
      probe.close(() => found(port))
    })
  })
}

function keeperTask(
  plan: LaunchPlan,
  binaries: Binaries,
  home: string,
  port: number,
  options: EmbeddedOptions,
): KeeperTask {
  const dir = clusterDir(home)
  const flags = Object.entries(settings(hbaFile(home), port, options)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  return {
    postgres: program(plan, binaries.postgres, ['-D', dir, ...flags]),
    stopCommand: program(plan, binaries.pgCtl, ['stop', '-D', dir, '-m', 'fast']),
  }
}

function forkKeeper(task: KeeperTask): ChildProcess {
  const here = fileURLToPath(import.meta.url)
  const file = fileURLToPath(new URL(`./embedded/keeper${extname(here)}`, import.meta.url))
  const execArgv = extname(here) === '.ts' ? ['--import', pathToFileURL(createRequire(here).resolve('tsx')).href] : []
  // A group of its own: Ctrl-C in the terminal must not reach the server before we have drained.
  return fork(file, [JSON.stringify(task)], { execArgv, detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

function ended(keeper: ChildProcess): Promise<void> {
  if (keeper.exitCode !== null || keeper.signalCode !== null) return Promise.resolve()
  return new Promise(done => keeper.once('exit', () => done()))
}

/** Starts a keeper; gives it when its server is ready, or what the server said when it could not start. */
function startKeeper(task: KeeperTask, log: Log): Promise<ChildProcess | { failed: string }> {
  const keeper = forkKeeper(task)
  return new Promise(done => {
    keeper.on('message', message => {
      const report = message as KeeperReport // the keeper is ours, of the same version
      if (report.type === 'ready') {
        // From now on it does not keep this process alive, but ends with it.
        keeper.unref()
        keeper.channel?.unref()
        done(keeper)
      } else if (report.type === 'log') log.debug({ postgres: report.line }, 'PostgreSQL')
      else if (report.type === 'failed') done({ failed: report.output })
      else
        log.error({ because: report.because, delayMs: report.delayMs }, 'PostgreSQL ended unasked and is started again')
    })
    keeper.once('error', error => done({ failed: error.message }))
    keeper.once('exit', (code, signal) => done({ failed: `its keeper ended with ${signal ?? `code ${code}`}` }))
  })
}

function localUrl(port: number, password: string): string {
  return `postgres://${LOGIN_ROLE}:${password}@127.0.0.1:${port}/${DATABASE_NAME}`
}

function makeDataDir(dataDir: string): string {
  const dir = resolve(dataDir)
  try {
    mkdirSync(dir, { recursive: true, mode: process.getuid?.() === 0 ? ROOT_OWNED_DIR_MODE : OWN_DIR_MODE })
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(dir)
  } catch (error) {
    throw new EmbeddedPostgresFailed({
      problem: `DATA_DIR ${dir} cannot be written (${(error as Error).message})`,
      cure: 'Set DATA_DIR to a folder of your own',
    })
  }
}

/**
 * Starts PostgreSQL 18 with its files in DATA_DIR/postgres; the first time it makes them. It listens on 127.0.0.1 alone and asks for a password.
 * It ends with this process, however that ends, but does not keep it alive; it is restarted when it ends by itself.
 * @throws DataDirHeld when a living process works on DATA_DIR
 * @throws EmbeddedPostgresFailed when it cannot run here
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataDir, log, port: wantedPort, durable = true, walArchive } = options
  const binaries = findBinaries()
  const home = makeDataDir(dataDir)
  const unlock = lockDataDir(home)
  try {
    const dir = clusterDir(home)
    await awaitNoServer(dir)
    const plan = planLaunch([home, realpathSync(binaries.home)], filesOwner(home))
    const { password } = await prepareCluster(plan, binaries, home, !durable)
    if (walArchive !== undefined) {
      prepareArchive(walArchive, plan.owner)
      await allowBaseBackups(plan, binaries, home)
    }

    const launch = async (ports: () => number | Promise<number>): Promise<{ keeper: ChildProcess; port: number }> => {
      let said = ''
      for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
        await awaitNoServer(dir)
        const port = await ports()
        const result = await startKeeper(keeperTask(plan, binaries, home, port, options), log)
        if (!('failed' in result)) return { keeper: result, port }
        said = result.failed
        if (!PASSING_TROUBLE.test(said)) break
        await sleep(100 * (attempt + 1))
      }
      throw new EmbeddedPostgresFailed({
        problem: `the server does not start on ${dir}`,
        cure: 'See what PostgreSQL said',
        output: said,
      })
    }

    let stopping = false
    const first = await launch(() => wantedPort ?? freePort())
    const { port } = first
    let { keeper } = first
    const watch = (watched: ChildProcess): void => {
      watched.once('exit', () => {
        if (stopping) return
        log.error({}, 'The keeper of PostgreSQL ended unasked; another one is started')
        launch(() => port).then(
          again => {
            keeper = again.keeper
            if (stopping) keeper.send('stop')
            else watch(keeper)
          },
          (error: unknown) => log.error({ err: error }, 'PostgreSQL cannot be started again'),
        )
      })
    }
    watch(keeper)

    return {
      url: localUrl(port, password),
      port,
      stop: async () => {
        if (stopping) return
        stopping = true
        keeper.ref()
        if (keeper.connected) keeper.send('stop')
        await ended(keeper)
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The address of the embedded server that another process runs on this DATA_DIR; undefined when there is none. */
export function findRunningEmbedded(dataDir: string): string | undefined {
  try {
    const home = realpathSync(dataDir)
    const server = livingServer(clusterDir(home))
    return server && localUrl(server.port, readFileSync(passwordFile(home), 'utf8').trim())
  } catch {
    return undefined
  }
}
