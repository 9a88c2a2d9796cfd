/**
 * A separate process that runs the PostgreSQL server as its child. It stops the server on request, and when the channel to its
 * own parent breaks, so that even kill -9 of the parent leaves no server behind. It restarts a server that ends unexpectedly.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { KeeperReport, KeeperTask } from './keeper-messages.ts'
import type { Program } from './program.ts'

const READY_LINE = 'database system is ready to accept connections'
const QUIT_AFTER_MS = 8_000
const KILL_AFTER_MS = 12_000
const FIRST_RESTART_DELAY_MS = 100
const LONGEST_RESTART_DELAY_MS = 3_000

const task = JSON.parse(process.argv[2] ?? '') as KeeperTask // written by our parent, by the same version

let server: ChildProcess | undefined
let stopping = false
let everReady = false
let restartDelayMs = FIRST_RESTART_DELAY_MS

function report(message: KeeperReport, sent: () => void = () => {}): void {
  if (!process.connected || !process.send) return sent()
  process.send(message, undefined, undefined, () => sent())
}

function launch({ file, args, env, cwd, uid, gid }: Program): ChildProcess {
  return spawn(file, args, {
    env,
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  })
}

function start(): void {
  let readyNow = false
  let ended = false
  let output = ''
  const child = launch(task.postgres)
  server = child
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', line => {
      report({ type: 'log', line })
      if (!readyNow) output += `${line}\n`
      if (line.includes(READY_LINE)) {
        readyNow = true
        everReady = true
        restartDelayMs = FIRST_RESTART_DELAY_MS
        report({ type: 'ready' })
      }
    })
  }
  const end = (because: string) => {
    if (ended) return
    ended = true
    server = undefined
    if (stopping) process.exit(0)
    if (!everReady) return report({ type: 'failed', output: output || because }, () => process.exit(1))
    report({ type: 'restarting', because: output && !readyNow ? output : because, delayMs: restartDelayMs })
    setTimeout(() => {
      if (stopping) process.exit(0)
      start()
    }, restartDelayMs)
    restartDelayMs = Math.min(restartDelayMs * 2, LONGEST_RESTART_DELAY_MS)
  }
  child.once('error', error => end(error.message))
  child.once('close', (code, signal) => end(`the server ended with ${signal ?? `code ${code}`}`))
}

function stop(): void {
  if (stopping) return
  stopping = true
  if (!server) process.exit(0)
  const signal = (name: NodeJS.Signals) => server?.kill(name)
  if (process.platform === 'win32') launch(task.stopCommand)
  else signal('SIGINT') // fast: ends connections, rolls back, writes a checkpoint
  setTimeout(() => signal('SIGQUIT'), QUIT_AFTER_MS)
  setTimeout(() => signal('SIGKILL'), KILL_AFTER_MS)
}

// Ctrl-C and a service manager's SIGTERM are for the parent, which drains first and then stops us.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {})
process.on('disconnect', stop)
process.on('message', message => {
  if (message === 'stop') stop()
})
start()
