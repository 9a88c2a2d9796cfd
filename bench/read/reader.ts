import { Agent, get } from 'node:http'
import { nowMs } from '../harness/clock.ts'
import { quantile } from '../measure.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

export interface Read {
  readonly bytes: Buffer
  readonly tookMs: number
}

/** Reads an address over a keep-alive connection, to the last byte. */
export function read(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Read> {
  const startedAtMs = nowMs()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { ...headers } }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        if (response.statusCode === 200) resolve({ bytes, tookMs: nowMs() - startedAtMs })
        else reject(new Error(`${url} answered ${response.statusCode}: ${bytes.toString()}`))
      })
    }).on('error', reject)
  })
}

/** The median time of reading it so many times, one after the other. */
export async function medianMs(times: number, readOnce: () => Promise<Read>): Promise<number> {
  const tookMs: number[] = []
  for (let at = 0; at < times; at++) tookMs.push((await readOnce()).tookMs)
  return quantile(tookMs, 0.5)
}
