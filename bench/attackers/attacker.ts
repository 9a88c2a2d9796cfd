/** The attacker: sends the corpus of the fault tests (F12), or holds slow bodies open, from addresses of its own. */
import { setTimeout as sleep } from 'node:timers/promises'
import { corpus, type Case } from '../../tests/faults/stage/corpus.ts'
import { openSlowBodies, type SlowBodies } from '../../tests/faults/stage/slow-bodies.ts'
import { cpuSince, nowMs } from '../harness/clock.ts'
import { answer } from '../harness/program.ts'
import { rounded } from '../measure.ts'

export interface Making {
  /** The gateway's. */
  readonly url: string
  readonly tokens: readonly string[]
  readonly seed: number
  readonly cases: number
}

export interface Sending {
  /** Null: as fast as it can. */
  readonly perSecond: number | null
}

export interface Sent {
  readonly perSecond: number
  /** The share of a core that this process used. */
  readonly cpu: number
  /** The share that came as far as it wanted to, such as entering. */
  readonly cameThere: number
}

export interface SlowlySent {
  readonly openAtFirst: number
  readonly openAtLast: number
}

const FROM = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']
const SLOW_PATHS = ['/return', '/v1/login', '/v1/projects', '/desk-api/reports']
/** A message without an answer waits for a quarter of a second: enough at once that no core rests in that time. */
const AT_ONCE = 128

let cases: readonly Case[] = []
let next = 0
let sending: { stop: () => Promise<Sent> } | null = null
let slow: { readonly bodies: SlowBodies; readonly openAtFirst: number } | null = null

function send(perSecond: number | null): { stop: () => Promise<Sent> } {
  const startedAtMs = nowMs()
  const cpu = cpuSince()
  let isStopped = false
  let begun = 0
  let ended = 0
  let came = 0
  const lane = async (): Promise<void> => {
    while (!isStopped) {
      const dueAtMs = perSecond === null ? 0 : startedAtMs + (begun * 1_000) / perSecond
      begun += 1
      const waitMs = dueAtMs - nowMs()
      if (waitMs > 0) await sleep(waitMs)
      if (isStopped) return
      const one = cases[next++ % cases.length]
      if (!one) throw new Error('There is nothing to send')
      if (await one.send()) came += 1
      ended += 1
    }
  }
  const all = Promise.all(Array.from({ length: AT_ONCE }, lane))
  all.catch(() => undefined) // the caller that stops it gets it
  return {
    async stop() {
      isStopped = true
      const sent = {
        perSecond: rounded(ended / ((nowMs() - startedAtMs) / 1_000)),
        cpu: rounded(cpu()),
        cameThere: rounded(came / ended),
      }
      await all
      return sent
    },
  }
}

const answers = answer({
  make({ url, tokens, seed, cases: count }: Making): void {
    cases = corpus({ seed, count, url, tokens, from: FROM })
  },
  start({ perSecond }: Sending): void {
    sending = send(perSecond)
  },
  async stop(): Promise<Sent> {
    if (!sending) throw new Error('Start first')
    const sent = await sending.stop()
    sending = null
    return sent
  },
  /** Resolves once every head has been sent. */
  async openSlow({ url, count }: { url: string; count: number }): Promise<void> {
    const bodies = await openSlowBodies({ url, count, paths: SLOW_PATHS, from: FROM })
    slow = { bodies, openAtFirst: bodies.open() }
  },
  closeSlow(): SlowlySent {
    if (!slow) throw new Error('Open first')
    const { bodies, openAtFirst } = slow
    const openAtLast = bodies.open()
    bodies.close()
    slow = null
    return { openAtFirst, openAtLast }
  },
})

export type Attacker = typeof answers
