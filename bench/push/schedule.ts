import { nowMs } from '../harness/clock.ts'

const LOOK_EVERY_MS = 5

/**
 * Calls back for each topic a number of times a second, with the topics spread evenly. If this process cannot keep up, a topic's
 * missed turns become one, as waiting changes of figures are merged.
 */
export function eachInTurn(
  topics: readonly string[],
  perSecond: number,
  forMs: number,
  tell: (topic: string) => void,
): Promise<number> {
  const everyMs = 1_000 / perSecond
  const startedAtMs = nowMs()
  const dueAtMs = topics.map((_, at) => startedAtMs + (at / topics.length) * everyMs)
  let told = 0
  return new Promise(resolve => {
    const looking = setInterval(() => {
      const atMs = nowMs()
      if (atMs - startedAtMs >= forMs) {
        clearInterval(looking)
        resolve(told)
        return
      }
      topics.forEach((topic, at) => {
        const due = dueAtMs[at] ?? 0
        if (atMs < due) return
        dueAtMs[at] = due + everyMs * Math.ceil((atMs - due + Number.EPSILON) / everyMs)
        told += 1
        tell(topic)
      })
    }, LOOK_EVERY_MS)
  })
}
