import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const STAT_STATE = 0
const STAT_START_TICKS = 19

function fromProc(pid: number): string | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The second field is the name in parentheses and may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const state = fields[STAT_STATE]
  return state === 'Z' || state === 'X' ? undefined : fields[STAT_START_TICKS]
}

function answersSignal(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // alive, but another user's
  }
}

/**
 * The start time of a process, as a text that distinguishes it from a later process with the same pid. Undefined when no such
 * process is running; a zombie is not.
 */
export function processStart(pid: number): string | undefined {
  if (process.platform === 'linux') return fromProc(pid)
  if (!answersSignal(pid)) return undefined
  if (process.platform === 'win32') return 'alive'
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

/** The command line of a living process; undefined where it cannot be read. */
export function processCommand(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    if (process.platform === 'win32') return undefined
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return undefined
  }
}
