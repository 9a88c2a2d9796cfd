/** The respondents' browsers: asks for paths over keep-alive connections, each path once. */
import autocannon from 'autocannon'
import { nowMs } from '../harness/clock.ts'
import { answer } from '../harness/program.ts'

/** Where respondents come from: what the desk counts by address is counted here too. */
export const TRAFFIC = {
  /** 10,000 addresses of 40 networks, one after the other: each network is crowded within a second. */
  crowded: number => `198.18.${(number % 10_000) >> 8}.${number & 255}`,
  /** As panels send: 15 of 16 from a network of their own, the rest from 64 networks of subscribers, offices and farms. */
  spread: number =>
    number % 16 === 0
      ? `198.18.${(number >> 4) & 63}.${(number >> 10) & 255}`
      : `${(number & 63) + 20}.${(number >> 6) & 255}.${(number >> 14) & 255}.${(number % 254) + 1}`,
} as const satisfies Readonly<Record<string, (number: number) => string>>

export interface Run {
  readonly url: string
  readonly paths: readonly string[]
  readonly connections: number
  /** Crowded where nothing is said. */
  readonly traffic?: keyof typeof TRAFFIC
  /** The number of the first path: addresses go on from there. */
  readonly from?: number
}

export interface Redirected {
  readonly redirectsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const answers = answer({
  async run({ url, paths, connections, traffic = 'crowded', from = 0 }: Run): Promise<Redirected> {
    let next = 0
    const startedAtMs = nowMs()
    let lastAnswerAtMs = startedAtMs
    const running = autocannon({
      url,
      connections,
      amount: paths.length,
      requests: [
        {
          setupRequest(request) {
            const path = paths[next++ % paths.length]
            if (path !== undefined) request.path = path
            // as the gateway tells it
            request.headers = { 'x-forwarded-for': TRAFFIC[traffic](from + next) }
            return request
          },
        },
      ],
    })
    running.on('response', () => {
      lastAnswerAtMs = nowMs()
    })
    const result = await running
    const redirects = result.statusCodeStats['302']?.count ?? 0
    if (redirects < paths.length)
      throw new Error(
        `Every return is a redirect: ${JSON.stringify({ ...result.statusCodeStats, errors: result.errors, timeouts: result.timeouts })}`,
      )
    return {
      redirectsPerSecond: Math.round(redirects / ((lastAnswerAtMs - startedAtMs) / 1000)),
      p50Ms: result.latency.p50,
      p99Ms: result.latency.p99,
    }
  },
})

export type ReturnsClient = typeof answers
