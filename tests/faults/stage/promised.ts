import { cpus, loadavg } from 'node:os'

const BUSY_FROM_LOAD_PER_CORE = 1.5
const PATIENCE = 10
/** The suite runs another file on the other core all the while. */
const PATIENCE_BESIDE_OTHERS = 3

let patience: number | undefined

/**
 * Gives the time that a promise allows. It speaks of a machine that has room for the test: where others kept the machine busy
 * when the test file began, the time is longer, and that is printed.
 */
export function promised(withinMs: number): number {
  patience ??= patienceNow()
  return withinMs * patience
}

function patienceNow(): number {
  const [load = 0] = loadavg()
  const isBusy = load / cpus().length >= BUSY_FROM_LOAD_PER_CORE
  if (isBusy) process.stdout.write(`The machine is busy (load ${load.toFixed(1)} on ${cpus().length} cores): times promised count ${PATIENCE} times here.\n`)
  return isBusy ? PATIENCE : PATIENCE_BESIDE_OTHERS
}
