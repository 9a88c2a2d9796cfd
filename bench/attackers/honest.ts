/** The honest client: reads a survey's source table and enters respondents at a fixed pace, whatever becomes of the calls before. */
import { randomUUID } from 'node:crypto'
import { Agent, get, type RequestOptions } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { nowMs } from '../harness/clock.ts'
import { answer } from '../harness/program.ts'
import { quantile, rounded } from '../measure.ts'

export interface Calling {
  /** The gateway's. */
  readonly url: string
  readonly token: string
  readonly surveyId: number
  /** An entry link without its rid. */
  readonly entryPath: string
  /** Of each kind of call. */
  readonly perSecond: number
  readonly forMs: number
}

/** The duration of calls, from their due time. */
export interface Called {
  readonly readP95Ms: number
  readonly entryP95Ms: number
  readonly slowestMs: number
}

/** A page keeps its connections; a respondent comes once, on one of their own. */
const page = new Agent({ keepAlive: true })

/** Calls, reads the answer to its end, and gives how long after the due moment that was. */
function call(url: string, options: RequestOptions, status: number, dueAtMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, options, response => {
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === status) resolve(nowMs() - dueAtMs)
        else reject(new Error(`An honest call of ${url} was answered ${response.statusCode}`))
      })
      response.resume()
    }).on('error', reject)
  })
}

/** Begins a call whenever one is due; gives how long each took. */
async function atPace(
  perSecond: number,
  count: number,
  firstAtMs: number,
  begin: (dueAtMs: number) => Promise<number>,
): Promise<number[]> {
  const tookMs: Promise<number>[] = []
  for (let no = 0; no < count; no++) {
    const dueAtMs = firstAtMs + (no * 1_000) / perSecond
    const waitMs = dueAtMs - nowMs()
    if (waitMs > 0) await sleep(waitMs)
    const took = begin(dueAtMs)
    took.catch(() => undefined) // awaited below, with all others
    tookMs.push(took)
  }
  return Promise.all(tookMs)
}

const answers = answer({
  async call({ url, token, surveyId, entryPath, perSecond, forMs }: Calling): Promise<Called> {
    const signedIn = {
      agent: page,
      headers: { authorization: `Bearer ${token}`, 'x-requested-with': 'XMLHttpRequest' },
    }
    const count = Math.round((perSecond * forMs) / 1_000)
    const startsAtMs = nowMs()
    const [reads, entries] = await Promise.all([
      atPace(perSecond, count, startsAtMs, dueAtMs =>
        call(`${url}/v1/survey-stream-metrics/${surveyId}?limit=1000`, signedIn, 200, dueAtMs),
      ),
      // between the reads
      atPace(perSecond, count, startsAtMs + 500 / perSecond, dueAtMs =>
        call(`${url}${entryPath}${randomUUID()}`, { agent: false }, 302, dueAtMs),
      ),
    ])
    return {
      readP95Ms: rounded(quantile(reads, 0.95)),
      entryP95Ms: rounded(quantile(entries, 0.95)),
      slowestMs: rounded(Math.max(...reads, ...entries)),
    }
  },
})

export type HonestClient = typeof answers
