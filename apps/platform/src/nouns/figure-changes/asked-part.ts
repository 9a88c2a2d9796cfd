import type { Caller } from '@desk/api/authorization'
import type { ChangeCause, ChangedRespondent, PartAsked } from '@desk/schema/figures/figure-change'
import { RespondentCode } from '@desk/schema/respondents/state'
import { Schema } from 'effect'
import { sql, type RawBuilder } from 'kysely'
import { formatRdud } from '#ledger/facts/rdud'
import { codeList } from '#ledger/sums/line-columns'
import { EXTERNAL_CAUSES, HIDDEN_CODES } from './decompose.ts'

/** Which lines of the ledger make up one part of a change. */
export interface StoredPart {
  /** Undefined: any, null: respondents without one. */
  readonly supplierId: number | null | undefined
  readonly causes: readonly ChangeCause[]
  /** Null: no respondent before an entry. */
  readonly fromCodes: readonly RespondentCode[] | null
  readonly toCodes: readonly RespondentCode[]
  /** Undefined: any, null: none. */
  readonly rule: string | null | undefined
  readonly request: number | null
}

export interface StoredRespondent {
  readonly at: Date
  readonly rdud: string
  readonly rid: string
  readonly sourceId: number
  readonly surveyId: number
  readonly projectId: number
}

const DAY_MS = 86_400_000
/** The last of a time, in which a page of the newest mostly is. */
const LAST_MS = [DAY_MS, 8 * DAY_MS]

/**
 * A page of rows within a time, newest first: one that the last of the time fills is not looked for in all of it.
 * @param read the page of rows from a moment on
 */
export async function newestOf<Row>(
  { from, to }: { readonly from: Date; readonly to: Date },
  limit: number,
  read: (from: Date) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  for (const lastMs of LAST_MS) {
    const since = new Date(to.getTime() - lastMs)
    if (since <= from) break
    const rows = await read(since)
    if (rows.length === limit) return rows
  }
  return read(from)
}

const isCode = Schema.is(RespondentCode)

/** The codes behind a part's code; left out: those that the view does not have. */
function codesOf(code: number | undefined, view: Caller['view']): readonly RespondentCode[] {
  const hidden = view === 'internal' ? [] : HIDDEN_CODES
  if (code === undefined) return hidden
  return isCode(code) && !hidden.includes(code) ? [code] : []
}

/** The stored part behind one that a view was shown. */
export function storedPart(
  { sup, cause, from_code: from, to_code: to, rule, request }: PartAsked,
  view: Caller['view'],
): StoredPart {
  const isInternal = view === 'internal'
  return {
    supplierId: isInternal && sup !== undefined ? sup || null : undefined,
    causes: isInternal ? [cause] : (EXTERNAL_CAUSES[cause] ?? [cause]),
    fromCodes: cause === 'entered' ? null : codesOf(from, view),
    toCodes: codesOf(to, view),
    rule: isInternal ? (rule ?? null) : undefined,
    request: request ?? null,
  }
}

/**
 * Holds for lines `m` of the ledger, or sums of them, where 0 means no supplier, no earlier state and no
 * reconciliation.
 */
export const isOfPart = ({ supplierId, causes, fromCodes, toCodes, rule, request }: StoredPart): RawBuilder<unknown> =>
  sql.join(
    [
      sql`m.cause = any(${sql.val(causes)}::text[])`,
      fromCodes === null ? sql`m.from_code = 0` : sql`m.from_code = any(${codeList(fromCodes)})`,
      sql`m.to_code = any(${codeList(toCodes)})`,
      sql`m.request = ${request ?? 0}`,
      ...(supplierId === undefined ? [] : [sql`m.supplier_id = ${supplierId ?? 0}`]),
      ...(rule === undefined ? [] : [sql`case when m.from_code = 0 then m.reason else '' end = ${rule ?? ''}`]),
    ],
    sql` and `,
  )

/** Respondents of a part, for Explain. */
export const respondentsOnWire = (
  accountId: number,
  respondents: readonly StoredRespondent[],
): readonly ChangedRespondent[] =>
  respondents.map(({ at, rdud, rid, sourceId, surveyId, projectId }) => ({
    at: at.toISOString(),
    rdud: formatRdud(accountId, rdud.replaceAll('-', '')),
    rid,
    stmid: sourceId,
    pm_sy_ud: surveyId,
    pm_proj_ud: projectId,
  }))
