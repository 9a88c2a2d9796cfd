import { expect, test } from 'vitest'
import { ReconcilingClient, type DemoCall } from './reconciling-client.ts'

/** A client with so many bad completes of projects, each named by its number. */
function client(...counts: readonly (readonly [projectId: number, count: number])[]): ReconcilingClient {
  const made = new ReconcilingClient()
  for (const [projectId, count] of counts)
    for (let no = 1; no <= count; no++) made.remember(projectId, `${projectId}-${no}`)
  return made
}

test('the longest list of an account’s projects is previewed, stored with the project’s number, and forgotten', async () => {
  const asked: unknown[] = []
  const call: DemoCall = async <Answer>(method: string, path: string, body?: unknown) => {
    asked.push([method, path, body])
    return { request: { reconciliation_ud: 8 }, digest: 'd', number_to_type: 'AC-2' } as Answer // what the desk answers
  }
  const made = client([1, 3], [2, 4], [3, 9])
  await made.reject(call, new Set([1, 2]))
  expect(asked).toEqual([
    [
      'POST',
      '/v1/reconciliation/preview',
      {
        pm_proj_ud: 2,
        rduds: ['2-1', '2-2', '2-3', '2-4'],
        reason_code: 930,
        note: 'Simulated: the client checked the answers',
      },
    ],
    ['POST', '/v1/reconciliation/store', { reconciliation_ud: 8, digest: 'd', project_number: 'AC-2' }],
  ])
  expect(made.next(projectId => projectId < 3)).toEqual({ projectId: 1, rduds: ['1-1', '1-2', '1-3'] })
})

test('a short list is stored without the project’s number, which the request does not ask for', async () => {
  const stored: unknown[] = []
  const call: DemoCall = async <Answer>(_method: string, path: string, body?: unknown) => {
    if (path.endsWith('/store')) stored.push(body)
    return { request: { reconciliation_ud: 9 }, digest: 'd', number_to_type: null } as Answer // what the desk answers
  }
  const made = client([1, 3])
  await made.reject(call, new Set([2]))
  const before = made.hasRejected
  await made.reject(call, new Set([1]))
  expect([before, made.hasRejected]).toEqual([false, true])
  expect(stored).toEqual([{ reconciliation_ud: 9, digest: 'd' }])
})

test('two bad completes are no list, and one in ten is overlooked', () => {
  expect(client([1, 2]).next(() => true)).toBeNull()
  expect(client([1, 20]).next(() => true)?.rduds).toHaveLength(18)
})
