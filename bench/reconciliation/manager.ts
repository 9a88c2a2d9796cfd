/** The project manager: previews a list and stores it, from a process of their own, as their browser is not where respondents return. */
import { nowMs } from '../harness/clock.ts'
import { answer } from '../harness/program.ts'

export interface Listed {
  /** The platform's. */
  readonly url: string
  readonly token: string
  readonly projectId: number
  readonly text: string
}

export interface Previewed {
  readonly changes: number
  readonly digest: string
  readonly number_to_type: string | null
  readonly request: { readonly reconciliation_ud: number }
}

/** Between which moments a call was on its way. */
interface Took {
  readonly startedAtMs: number
  readonly endedAtMs: number
}

let listed: Listed | undefined
let body = ''
let previewed: Previewed | undefined

async function post<Answer>(path: string, json: string): Promise<Took & { readonly answered: Answer }> {
  const { url, token } = listed ?? fail()
  const startedAtMs = nowMs()
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'X-Requested-With': 'XMLHttpRequest',
      'Content-Type': 'application/json',
    },
    body: json,
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  const answered = (await response.json()) as Answer // the contract's answer
  return { startedAtMs, endedAtMs: nowMs(), answered }
}

function fail(): never {
  throw new Error('There is no list yet')
}

const answers = answer({
  /** Takes the list that is previewed next. */
  take(list: Listed): void {
    listed = list
    body = JSON.stringify({
      file: { filename: 'list.csv', base64: Buffer.from(list.text).toString('base64') },
      mode: 'REJECT_LIST',
    })
  },
  async preview(): Promise<Took & { readonly changes: number }> {
    const { projectId } = listed ?? fail()
    const { answered, ...took } = await post<Previewed>(`/v1/reconciliation/${projectId}`, body)
    previewed = answered
    return { ...took, changes: answered.changes }
  },
  async store(): Promise<Took & { readonly isAsPreviewed: boolean }> {
    const { digest, number_to_type, request } = previewed ?? fail()
    const { answered, ...took } = await post<{ readonly digest: string }>(
      '/v1/reconciliation/store',
      JSON.stringify({
        reconciliation_ud: request.reconciliation_ud,
        digest,
        ...(number_to_type === null ? {} : { project_number: number_to_type }),
      }),
    )
    return { ...took, isAsPreviewed: answered.digest === digest }
  },
})

export type Manager = typeof answers
