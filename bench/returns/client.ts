/** The respondents' browsers: asks for paths over kept-alive connections, each path once. */
import autocannon from 'autocannon'
import { nowMs } from '../harness/clock.ts'
import { answer } from '../harness/program.ts'

/** Respondents come from many addresses: what the desk counts by address is counted here too. */
const ADDRESSES = 10_000
const addressOf = (number: number): string => `198.18.${(number % ADDRESSES) >> 8}.${number & 255}`

export interface Run {
  readonly url: string
  readonly paths: readonly string[]
  readonly connections: number
}

export interface Redirected {
  readonly redirectsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const answers = answer({
  async run({ url, paths, connections }: Run): Promise<Redirected> {
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
            request.headers = { 'x-forwarded-for': addressOf(next) }
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
