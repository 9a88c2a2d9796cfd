import type { SourceRow, SurveyFigures } from '@desk/schema/figures/figures'

/** A survey's source table with its totals. */
export interface Table {
  readonly rows: readonly SourceRow[]
  readonly totals: Partial<SurveyFigures>
}

/** Reads a survey's source table over the API (api:U2, api:S4), as the web client does. */
export async function readTable(url: string, token: string, surveyId: number, signal?: AbortSignal): Promise<Table> {
  const read = async (method: string, path: string): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, { method, headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' }, ...(signal ? { signal } : {}) })
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
    return response.json()
  }
  const [rows, totals] = await Promise.all([read('GET', `/v1/survey-stream-metrics/${surveyId}?limit=1000`), read('POST', `/v1/metrics/surveys/${surveyId}`)])
  return { rows: rows as SourceRow[], totals: totals as SurveyFigures } // as the contract says
}
