import { setTimeout as sleep } from 'node:timers/promises'
import { HonestCalls } from './honest-calls.ts'

const ROUNDS = 3
const ROUND_MS = 1_200
/** Below this a respondent hardly waits, and the ratio of two short times says nothing on a busy machine. */
const UNNOTICED_MS = 800
const SLOWER_AT_MOST = 2

/** How honest calls were answered beside an attack. */
export interface Beside {
  /** The p95 of each round. */
  readonly roundsMs: readonly number[]
  readonly faults: readonly unknown[]
}

/** Calls in rounds; each p95 in ms. */
async function callInRounds(honest: HonestCalls): Promise<number[]> {
  const roundsMs: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const tookMs = (await honest.callWhile(sleep(ROUND_MS))).toSorted((a, b) => a - b)
    roundsMs.push(Math.round(tookMs[Math.floor(tookMs.length * 0.95)] ?? 0))
  }
  return roundsMs
}

/** The p95 that is allowed beside an attack, by what calls take before any: an attack that works slows others for a while after it. */
export async function allowedBesideAttacks(call: () => Promise<unknown>): Promise<number> {
  const honest = new HonestCalls(call)
  await call()
  return Math.max(UNNOTICED_MS, SLOWER_AT_MOST * Math.max(...(await callInRounds(honest))))
}

/** Calls beside an attack. @param attack begins; gives what ends it */
export async function besideAttack(call: () => Promise<unknown>, attack: () => () => void): Promise<Beside> {
  const honest = new HonestCalls(call)
  const end = attack()
  const roundsMs = await callInRounds(honest)
  end()
  return { roundsMs, faults: honest.faults }
}
