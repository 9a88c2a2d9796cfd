import { readFileSync } from 'node:fs'

const LOOK_MS = 500
/** The runners between a user's shell and this program, which do not forward SIGTERM. */
const RUNNER = /(^|[/\0 ])(npx|npm|pnpm|tsx)([@\0 ./-]|$)/
const SHELL = /^(\/\S*\/)?(ba|da|z)?sh\0-c\0/

interface Process {
  readonly pid: number
  readonly parentPid: number
  readonly command: string
}

function readProcess(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the name is in brackets and may hold anything
    const parentPid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return { pid, parentPid, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    return null
  }
}

/** The npx, pnpm, tsx and their shells above this process, nearest first; none where /proc is not there to ask. */
export function starters(): readonly number[] {
  const found: number[] = []
  for (let next = readProcess(process.ppid); next && next.pid > 1; next = readProcess(next.parentPid)) {
    if (!RUNNER.test(next.command) && !SHELL.test(next.command)) break
    found.push(next.pid)
  }
  return found
}

/** Calls back when one of the runners that this process was started through has ended: ending `npx … start` must end the desk. */
export function onStarterEnded(callback: () => void): void {
  const pids = starters()
  if (pids.length === 0) return
  const timer = setInterval(() => {
    if (pids.every(pid => readProcess(pid) !== null)) return
    clearInterval(timer)
    callback()
  }, LOOK_MS)
  timer.unref()
}
