import type { SourceRow } from '@desk/schema/figures/figures'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { askedId, askedPage } from '#identity/direct-reads/asked'
import type { DirectCall, DirectRead, Versions } from '#identity/direct-reads/direct-call'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { openTo } from '#kernel/http/contract-handlers'
import { BoundedStore } from '#kernel/lists/bounded-store'
import type { Page } from '#kernel/lists/page'
import { toView } from '#ledger/figures/view'
import { readSourcesOfTable, readSourceTable, tableVersions, type TablePart } from './source-table.store.ts'

/** Rows as a JSON array. */
interface EncodedRows {
  readonly body: Buffer
  /** Each row with its id: a part of the body. */
  readonly rows: readonly (readonly [id: number, json: Buffer])[]
}

const [OPEN, COMMA, CLOSE] = ['[', ',', ']'].map(mark => Buffer.from(mark)) as [Buffer, Buffer, Buffer] // of three, three

/** Makes one array of rows that are JSON already. */
function encodedRows(rows: EncodedRows['rows']): EncodedRows {
  const body = Buffer.concat([OPEN, ...rows.flatMap(([, json], at) => (at === 0 ? [json] : [COMMA, json])), CLOSE])
  let end = 0
  return {
    body,
    // slices of the new body, so that the former body can be freed
    rows: rows.map(([id, json]) => {
      const start = end + 1
      end = start + json.byteLength
      return [id, body.subarray(start, end)]
    }),
  }
}

const MAX_BYTES = 48 * 1024 * 1024
const PATH = /^\/v1\/survey-stream-metrics\/([^/]+)$/

/** A cached table with the versions read before its rows: a row may be newer than its version, never older. */
interface KeptTable extends EncodedRows {
  readonly versions: Versions
}

/**
 * The source table (api:U2), encoded once for all viewers of an account in the same view. Each row is cached with the version of
 * its figures: rows whose version changed are read and encoded again, and all of them when the account's facts changed.
 */
export function keptSourceTable(database: DeskDatabase): DirectRead {
  const tables = new BoundedStore<KeptTable>(MAX_BYTES, ({ body }) => body.byteLength)

  function callFor(surveyId: number, page: Page): DirectCall {
    return {
      openTo: openTo('sources', 'table'),
      versions: accountId => tableVersions({ accountId, surveyId, ...page }),
      async body({ accountId, view }, versions) {
        const key = [accountId, view, surveyId, page.limit, page.offset].join(' ')
        const kept = tables.get(key)
        if (kept && isSame(kept.versions, versions)) return kept.body
        const part = { accountId, surveyId, ...page }
        const rows =
          (kept && (await withMovedRows(database, part, view, kept, versions))) ?? (await allRows(database, part, view))
        if (!rows) return null
        tables.set(key, { ...rows, versions })
        return rows.body
      },
    }
  }

  return (path, query) => {
    const surveyId = askedId(PATH.exec(path)?.[1])
    const page = surveyId === null ? null : askedPage(query)
    return surveyId === null || page === null ? null : callFor(surveyId, page)
  }
}

const isSame = (one: Versions, other: Versions): boolean => one.facts === other.facts && one.figures === other.figures

async function allRows(database: DeskDatabase, part: TablePart, view: StreamViewType): Promise<EncodedRows | null> {
  const rows = await readSourceTable(database, part)
  return rows ? encodedRows(rows.map(row => [row.stmid, encoded(row, view)])) : null
}

/** The cached rows, with changed figures read again; undefined when more than figures changed. */
async function withMovedRows(
  database: DeskDatabase,
  { accountId }: TablePart,
  view: StreamViewType,
  kept: KeptTable,
  { facts, figures }: Versions,
): Promise<EncodedRows | undefined> {
  if (kept.versions.facts !== facts) return undefined
  const before = versionsById(kept.versions.figures)
  const moved = [...versionsById(figures)].filter(([id, version]) => before.get(id) !== version).map(([id]) => id)
  const again = new Map(
    (await readSourcesOfTable(database, accountId, moved)).map(row => [row.stmid, encoded(row, view)]),
  )
  // one of them was deleted in between
  if (again.size < moved.length) return undefined
  return encodedRows(kept.rows.map(([id, json]) => [id, again.get(id) ?? json]))
}

/** Of "id:version id:version …". */
function versionsById(figures: string): Map<number, string> {
  return new Map(
    figures.split(' ').map(pair => {
      const [id, version = ''] = pair.split(':')
      return [Number(id), version]
    }),
  )
}

function encoded(row: SourceRow, view: StreamViewType): Buffer {
  return Buffer.from(JSON.stringify(toView(row, view)))
}
