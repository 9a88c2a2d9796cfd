import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { QUICK } from './harness/quick.ts'

/** The machine's load before the bench: running or waiting processes over the last minute. */
const loadAtStart = loadavg()[0] ?? Number.NaN

/** Several rounds of one figure: its median and its range. */
export interface Rounds {
  readonly median: number
  readonly min: number
  readonly max: number
  readonly rounds: readonly number[]
}

export function roundsOf(values: readonly number[]): Rounds {
  return {
    median: quantile(values, 0.5),
    min: Math.min(...values),
    max: Math.max(...values),
    rounds: values.map(rounded),
  }
}

/** The quantile of the values, interpolated. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  return low + (high - low) * (at - Math.floor(at))
}

export function rounded(value: number): number {
  return Number(value.toPrecision(4))
}

/** Least, median, greatest of the rounds. */
export type Range = readonly [min: number, median: number, max: number]

/** The line that every bench prints last. `ratio` is `ours` divided by `peer`, both of one round. */
export interface BenchResult {
  readonly name: string
  readonly ratio: number
  /** Which round that is. */
  readonly ratioIs: string
  readonly ours: number
  readonly peer: number
  /** Of all rounds; none where nothing was measured in rounds. */
  readonly rounds?: { readonly ours: Range; readonly peer: Range; readonly ratio: Range }
  readonly unit: string
  readonly goal: string
  readonly met: boolean
}

/** Writes bench/results/<name>.json with everything that was measured (a quick run writes nothing), and prints the result as the last line. */
export function report(result: BenchResult, details: Readonly<Record<string, unknown>>): void {
  const line = { ...result, ratio: rounded(result.ratio), ours: rounded(result.ours), peer: rounded(result.peer) }
  const folder = join(dirname(fileURLToPath(import.meta.url)), 'results')
  const machine = {
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    loadAtStart: rounded(loadAtStart),
  }
  if (!QUICK) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${result.name}.json`), `${JSON.stringify({ ...line, ...details, machine }, null, 2)}\n`)
  }
  console.log(JSON.stringify(line))
}
