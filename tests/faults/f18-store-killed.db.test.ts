import { makeRespondents } from '@desk/platform/nouns/reconciliation/testing/respondents'
import { useDatabase } from '@desk/platform/testing/database/harness'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { useProcesses } from './stage/processes.ts'
import { seededRandom } from './stage/seeded-random.ts'
import { expectNoDrift, signIn, watchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'

const ROWS = 20_000
const KILLS = 5
/** How often the store is seen to write before it is cut, at most. */
const MOST_LOOKS = 12
const LOOK_EVERY_MS = 20

const fresh = useDatabase()
const processes = useProcesses()

test(
  'kill -9 of the platform in the middle of a store leaves all of the request stored or nothing, and the same call again ends it once (settlement.md §1)',
  { timeout: 300_000 },
  async () => {
    const random = seededRandom('F18')
    const { database, url: databaseUrl } = fresh()
    const { accountId, sourceIds, supplierId, projectId, username } = await watchedStudy(database, 1)
    const rids = Array.from({ length: ROWS }, (_, at) => `rid-${at}`)
    await makeRespondents(database, { accountId, sourceId: sourceIds[0] ?? 0, supplierId }, rids)
    const platform = await processes.platform(databaseUrl)
    const token = await signIn(platform.url, username)
    const ask = async (method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) => {
      const response = await fetch(`${platform.url}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'X-Requested-With': 'XMLHttpRequest',
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      // the test says what it expects of a body
      // oxlint-disable-next-line typescript/no-explicit-any
      return { status: response.status, body: (await response.json()) as any }
    }
    const figures = async () => {
      const { rows } = await database.readAsSystem(tx =>
        tx.client.query<object>(
          `select completes::int, code_50::int as rejected, (select state from reconciliation) as state,
             (select count(*)::int from respondent_event where to_code = 50) as events
           from rollup where scope = 3`,
        ),
      )
      return rows[0]
    }
    const before = { completes: ROWS, rejected: 0, state: 'previewed', events: 0 }
    const after = { completes: 0, rejected: ROWS, state: 'stored', events: ROWS }

    const content = ['RID', ...rids].join('\n')
    const preview = await ask('POST', `/v1/reconciliation/${projectId}`, {
      file: { filename: 'list.csv', base64: Buffer.from(content).toString('base64') },
      mode: 'REJECT_LIST',
    })
    expect([preview.status, preview.body.changes, await figures()]).toEqual([200, ROWS, before])
    const store = () =>
      ask(
        'POST',
        '/v1/reconciliation/store',
        {
          reconciliation_ud: preview.body.request.reconciliation_ud,
          digest: preview.body.digest,
          project_number: preview.body.number_to_type ?? 'AC-1',
        },
        { 'Idempotency-Key': 'one store' },
      )
    /** Whether a transaction of the platform has begun to write. */
    const isWriting = async () => {
      const { rows } = await database.readAsSystem(tx =>
        tx.client.query(
          `select from pg_stat_activity where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()`,
        ),
      )
      return rows.length > 0
    }
    let cut = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const answer = store().catch(() => null)
      // the first is cut as soon as it writes, the others deeper in
      const looks = kill === 0 ? 1 : 1 + Math.floor(random() * MOST_LOOKS)
      let seen = 0
      await until(
        'the store writes',
        20_000,
        async () => {
          seen += (await isWriting()) ? 1 : 0
          return seen >= looks
        },
        () => `it was seen to write ${seen} times`,
        LOOK_EVERY_MS,
      )
      await platform.kill()
      await platform.start()
      const stand = await figures()
      cut += isDeepStrictEqual(stand, before) ? 1 : 0
      expect([before, after]).toContainEqual(stand)
      // an answered change is stored
      expect(stand).toEqual((await answer) === null ? stand : after)
      if (isDeepStrictEqual(stand, after)) break
    }
    expect(cut).toBeGreaterThan(0)
    const stored = await store()
    expect([stored.status, stored.body.digest, stored.body.changes, await figures()]).toEqual([
      200,
      preview.body.digest,
      ROWS,
      after,
    ])
    expect(await store()).toEqual(stored)
    expect(await figures()).toEqual(after)
    await expectNoDrift(database)
  },
)
