import { cpus, loadavg } from 'node:os'

const BUSY_FROM_LOAD_PER_CORE = 3
const PATIENCE = 10

let isTold = false

/**
 * Gives the time that a promise allows, for a machine that has room for the test; on one that others keep busy, which no promise
 * speaks of, it is longer, and that is printed.
 */
export function promised(withinMs: number): number {
  const [load = 0] = loadavg()
  if (load / cpus().length < BUSY_FROM_LOAD_PER_CORE) return withinMs
  if (!isTold) process.stdout.write(`The machine is busy (load ${load.toFixed(1)} on ${cpus().length} cores): ${withinMs} ms count as ${withinMs * PATIENCE} ms here, and so on.\n`)
  isTold = true
  return withinMs * PATIENCE
}
