import type { SourceRow, SurveyFigures } from '@desk/schema/figures/figures'
import { Agent, request } from 'node:http'

/** A survey's source table with its totals. */
export interface Table {
  readonly rows: readonly SourceRow[]
  readonly totals: Partial<SurveyFigures>
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Reads a survey's source table over the API (api:U2, api:S4), as the web client does. */
export async function readTable(url: string, token: string, surveyId: number, signal?: AbortSignal): Promise<Table> {
  const [rows, totals] = await Promise.all([
    readJson('GET', `${url}/v1/survey-stream-metrics/${surveyId}?limit=1000`, token, signal),
    readJson('POST', `${url}/v1/metrics/surveys/${surveyId}`, token, signal),
  ])
  return { rows: rows as SourceRow[], totals: totals as SurveyFigures } // as the contract says
}

function readJson(method: string, url: string, token: string, signal: AbortSignal | undefined): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'x-requested-with': 'XMLHttpRequest' }
    const sent = request(url, { method, headers, agent, ...(signal ? { signal } : {}) }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(JSON.parse(Buffer.concat(chunks).toString()))
        else reject(new Error(`${url} answered ${answer.statusCode}.`))
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}
