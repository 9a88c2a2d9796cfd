import { cpus, loadavg } from 'node:os'

const BUSY_FROM_LOAD_PER_CORE = 1.5
const PATIENCE = 10
/** The suite runs another file on the other core at the same time. */
const PATIENCE_BESIDE_OTHERS = 3

let isTold = false

/**
 * Gives the time that a promise allows. It speaks of a machine that has room for the test: while the machine is busy the time is
 * longer, and that is printed.
 */
export function promised(withinMs: number): number {
  const [load = 0] = loadavg()
  if (load / cpus().length < BUSY_FROM_LOAD_PER_CORE) return withinMs * PATIENCE_BESIDE_OTHERS
  if (!isTold)
    process.stdout.write(
      `The machine is busy (load ${load.toFixed(1)} on ${cpus().length} cores): times promised count ${PATIENCE} times.\n`,
    )
  isTold = true
  return withinMs * PATIENCE
}
