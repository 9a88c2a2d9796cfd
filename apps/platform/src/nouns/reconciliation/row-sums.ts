import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'

/** The change by a row `w`: +1 where it makes a complete, −1 where it takes one back. */
const CHANGE = sql`(case when w.to_code in (30, 51) then 1 else 0 end - case when w.from_code in (30, 51) then 1 else 0 end)`

/** Rows of a request that come to the same. */
export interface RowSum {
  readonly isRest: boolean
  readonly outcome: string
  readonly isApplied: boolean
  readonly reasonCode: number | null
  /** They name a respondent of the project. */
  readonly isSomebody: boolean
  readonly supplierId: number | null
  readonly sourceId: number | null
  /** Of each of them: +1 where it makes a complete, −1 where it takes one back. */
  readonly change: number
  readonly rows: number
  readonly sellCents: number
  readonly supplyCents: number
  /** How many have a known supply price: 0 is none. */
  readonly withSupplyPrice: number
}

/** Rows that follow each other: how many they are, their sums, and what the digest says of each. */
export interface SummedRows {
  readonly rows: number
  readonly last: number | null
  /** The last deadline of those that are applied. */
  readonly until: Date | null
  /** When the first and the last complete of those were made. */
  readonly firstCompletedAt: Date | null
  readonly lastCompletedAt: Date | null
  readonly text: string
  readonly sums: readonly RowSum[]
}

/** Sums rows `w`, which have the columns of `reconciliation_row`. */
export const summed = (rows: RawBuilder<unknown>): RawBuilder<SummedRows> => sql<SummedRows>`
  select count(*)::int as rows, max(w.line) as last, max(w.deadline_at) filter (where w.is_applied) as until,
    min(w.completed_at) filter (where w.is_applied) as "firstCompletedAt", max(w.completed_at) filter (where w.is_applied) as "lastCompletedAt",
    coalesce(string_agg(concat(w.line, '|', w.rdud, '|', w.outcome, '|', w.from_code, '|', w.to_code, '|', w.reason_code, '|', w.sell_cents, '|', w.supply_cents), E'\\n' order by w.line), '') as text,
    (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from (
      select w.is_rest as "isRest", w.outcome, w.is_applied as "isApplied", w.reason_code as "reasonCode", w.rdud is not null as "isSomebody", w.supplier_id as "supplierId",
        w.source_id as "sourceId", ${CHANGE} as change, count(*) as rows, coalesce(sum(w.sell_cents), 0) as "sellCents",
        coalesce(sum(w.supply_cents), 0) as "supplyCents", count(*) filter (where w.supply_cents > 0) as "withSupplyPrice"
      from ${rows} w group by 1, 2, 3, 4, 5, 6, 7, 8) n) as sums
  from ${rows} w`

const latest = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one
const earliest = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one

/** The sums of all rows of a request, gathered portion by portion: at once, 200 of them would hold the event loop. */
export class RequestSums {
  readonly #digest = createHash('sha256')
  readonly #sums = new Map<string, RowSum>()
  #until: Date | null = null
  #firstCompletedAt: Date | null = null
  #lastCompletedAt: Date | null = null
  #isFirst = true

  /** Adds rows, in the order of their lines. */
  add({ rows, until, firstCompletedAt, lastCompletedAt, text, sums }: SummedRows): void {
    if (rows === 0) return
    this.#digest.update(this.#isFirst ? text : `\n${text}`)
    this.#isFirst = false
    this.#until = latest(this.#until, until)
    this.#firstCompletedAt = earliest(this.#firstCompletedAt, firstCompletedAt)
    this.#lastCompletedAt = latest(this.#lastCompletedAt, lastCompletedAt)
    for (const sum of sums) this.#join(sum)
  }

  /** Rows that are alike are summed once. */
  #join(sum: RowSum): void {
    const { isRest, outcome, isApplied, reasonCode, isSomebody, supplierId, sourceId, change } = sum
    const key = [isRest, outcome, isApplied, reasonCode, isSomebody, supplierId, sourceId, change].join()
    const known = this.#sums.get(key)
    this.#sums.set(
      key,
      known === undefined
        ? sum
        : {
            ...known,
            rows: known.rows + sum.rows,
            sellCents: known.sellCents + sum.sellCents,
            supplyCents: known.supplyCents + sum.supplyCents,
            withSupplyPrice: known.withSupplyPrice + sum.withSupplyPrice,
          },
    )
  }

  /** The digest of all rows (settlement.md §1). */
  get digest(): Buffer {
    return this.#digest.copy().digest()
  }

  /** The last deadline of those that are applied. */
  get until(): Date | null {
    return this.#until
  }

  /** When the first complete was made that is adjusted. */
  get firstCompletedAt(): Date | null {
    return this.#firstCompletedAt
  }

  /** When the last one was. */
  get lastCompletedAt(): Date | null {
    return this.#lastCompletedAt
  }

  get sums(): readonly RowSum[] {
    return [...this.#sums.values()]
  }
}
