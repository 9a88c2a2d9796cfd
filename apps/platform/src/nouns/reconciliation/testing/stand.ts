import { sql } from 'kysely'
import type { TestPlatform } from '#testing/platform'
import { askAs, type Ask } from '#testing/stage'
import type { StudyMaker, Study } from '#testing/study'
import { makeRespondents } from './respondents.ts'

/** A list as a file of the body. */
export const file = (content: string | Buffer, filename = 'list.csv') => ({
  filename,
  base64: Buffer.from(content).toString('base64'),
})

export interface Stand {
  readonly study: Study
  readonly sourceId: number
  readonly ask: Ask
  readonly upload: (content: string | Buffer, more?: object) => ReturnType<Ask>
  readonly preview: (more: object) => ReturnType<Ask>
  readonly store: (
    preview: { readonly body: { readonly request: object; readonly digest: string } },
    more?: object,
  ) => ReturnType<Ask>
  readonly completes: (
    rids: readonly string[],
    more?: Parameters<typeof makeRespondents>[3],
  ) => ReturnType<typeof makeRespondents>
  readonly figures: () => Promise<object | undefined>
  readonly figuresBySupplier: () => Promise<readonly object[]>
}

/** A study with an admin who reconciles it. */
export async function makeStand(platform: TestPlatform, make: StudyMaker, accountId?: number): Promise<Stand> {
  const study = await make.study(accountId === undefined ? {} : { accountId })
  const ask = await askAs(platform, make, { accountId: study.accountId, roleId: 1 })
  const [sourceId = 0] = study.sourceIds
  const place = { accountId: study.accountId, sourceId, supplierId: study.supplierId }
  return {
    study,
    sourceId,
    ask,
    upload: (content, more = {}) =>
      ask('POST', `/v1/reconciliation/${study.projectId}`, { file: file(content), mode: 'REJECT_LIST', ...more }),
    preview: more => ask('POST', '/v1/reconciliation/preview', { pm_proj_ud: study.projectId, ...more }),
    store: ({ body: { request, digest } }, more = {}) =>
      ask('POST', '/v1/reconciliation/store', {
        reconciliation_ud: (request as { reconciliation_ud: number }).reconciliation_ud,
        digest,
        project_number: 'AC-1',
        ...more,
      }),
    completes: (rids, more) => makeRespondents(platform.database, place, rids, more),
    figures: async () => {
      const { rows } = await platform.database.readAsSystem(tx =>
        sql<object>`
          select code_30::int, code_31::int, code_50::int, code_51::int, completes::int, expense_cents::int as expense, revenue_cents::int as revenue
          from rollup where scope = 3 and scope_id = ${sourceId}`.execute(tx),
      )
      return rows[0]
    },
    figuresBySupplier: async () => {
      const { rows } = await platform.database.readAsSystem(tx =>
        sql<object>`
          select supplier_id as supplier, code_30::int, code_31::int, code_50::int, code_51::int, expense_cents::int as expense, revenue_cents::int as revenue
          from supplier_rollup where source_id = ${sourceId} order by supplier_id`.execute(tx),
      )
      return rows
    },
  }
}

/** The outcome of each row, by its line. */
export const outcomesOf = (body: { rows: readonly { line: number; outcome: string }[] }) =>
  Object.fromEntries(body.rows.map(({ line, outcome }) => [line, outcome]))

/** So many ids of respondents. */
export const numbered = (count: number, name = 'rid') => Array.from({ length: count }, (_, at) => `${name}-${at + 1}`)
