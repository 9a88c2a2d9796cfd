import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresFailed } from './embedded-errors.ts'
import { processCommand, processStart } from './process-identity.ts'

const POLL_MS = 20
const INSIST_AFTER_MS = 12_000
const GIVE_UP_AFTER_MS = 20_000

/** The process that postmaster.pid names, and the port it listens on. */
export function readPostmasterPid(dir: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10)) // single-user mode writes it negative
    return Number.isInteger(pid) ? { pid, port: Number.parseInt(lines[3] ?? '', 10) } : undefined
  } catch {
    return undefined
  }
}

/** The pid of a running server of this cluster, if any; a pid that now belongs to another program does not count. */
export function livingServer(dir: string): { pid: number; port: number } | undefined {
  const named = readPostmasterPid(dir)
  if (named === undefined || named.pid === process.pid || processStart(named.pid) === undefined) return undefined
  const command = processCommand(named.pid)
  return command === undefined || (command.includes('postgres') && command.includes(dir)) ? named : undefined
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // it has ended since then
  }
}

/**
 * Waits until no earlier server uses the cluster: its keeper is stopping it, or is dead too; we hold the lock, so we may stop it
 * as well. Removes a postmaster.pid whose number now belongs to another process, which PostgreSQL would take for a server.
 */
export async function awaitNoServer(dir: string): Promise<void> {
  const startedMs = performance.now()
  let asked = false
  let insisted = false
  for (let living = livingServer(dir); living; living = livingServer(dir)) {
    const waitedMs = performance.now() - startedMs
    if (waitedMs > GIVE_UP_AFTER_MS) {
      throw new EmbeddedPostgresFailed({
        problem: `an earlier server (process ${living.pid}) still works on ${dir} and does not stop`,
        cure: 'End that process',
      })
    }
    if (!asked) {
      asked = true
      signal(living.pid, 'SIGINT')
    }
    if (!insisted && waitedMs > INSIST_AFTER_MS) {
      insisted = true
      signal(living.pid, 'SIGQUIT')
    }
    await sleep(POLL_MS)
  }
  const named = readPostmasterPid(dir)
  if (named && processStart(named.pid) !== undefined) rmSync(join(dir, 'postmaster.pid'), { force: true })
}
