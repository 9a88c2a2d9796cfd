import { spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startEmbedded } from '#kernel/db/embedded'
import { findBinaries } from '#kernel/db/embedded/binaries'
import { clusterDir, filesOwner, hbaFile } from '#kernel/db/embedded/cluster'
import { program, run } from '#kernel/db/embedded/program'
import { planLaunch } from '#kernel/db/embedded/server-user'
import { silentLog } from './test-server.ts'

/** A PostgreSQL server that can be the primary or a hot standby, always at the same address. */
export interface SwitchedServer {
  readonly url: string
  startAsPrimary(): Promise<void>
  /** It recovers from nowhere: it only reads, until it is promoted. */
  startAsStandby(): Promise<void>
  promote(): Promise<void>
  stop(): Promise<void>
  remove(): void
}

/** Makes a server of its own, without durability, that is not started yet. @param fill writes its data, as the owner of the database */
export async function makeSwitchedServer(fill: (url: string) => Promise<void>): Promise<SwitchedServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-standby-'))
  const embedded = await startEmbedded({ dataDir, log: silentLog, durable: false })
  await fill(embedded.url)
  await embedded.stop()
  const { home, postgres, pgCtl } = findBinaries()
  const dir = clusterDir(dataDir)
  const plan = planLaunch([dataDir, realpathSync(home)], filesOwner(dataDir))
  const flags = {
    hba_file: hbaFile(dataDir),
    listen_addresses: '127.0.0.1',
    port: String(embedded.port),
    unix_socket_directories: '',
    shared_buffers: '32MB',
    wal_level: 'replica',
    fsync: 'off',
  }
  const control = async (...args: readonly string[]): Promise<void> => {
    const { code, output } = await run(program(plan, pgCtl, [...args, '-D', dir]))
    if (code !== 0) throw new Error(output)
  }
  const start = (readyLine: RegExp): Promise<void> =>
    new Promise((ready, failed) => {
      const args = Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const { file, args: all, ...options } = program(plan, postgres, ['-D', dir, ...args])
      const server = spawn(file, all, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
      let said = ''
      createInterface({ input: server.stderr }).on('line', line => {
        said += `${line}\n`
        if (readyLine.test(line)) ready()
      })
      server.once('exit', () => failed(new Error(said)))
    })
  return {
    url: embedded.url,
    startAsPrimary: () => start(/ready to accept connections/),
    startAsStandby() {
      writeFileSync(join(dir, 'standby.signal'), '', { mode: 0o644 })
      return start(/ready to accept read-only connections/)
    },
    promote: () => control('promote'),
    stop: () => control('stop', '-m', 'fast'),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}
