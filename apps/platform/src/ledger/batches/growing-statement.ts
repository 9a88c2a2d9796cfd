import type { Tx } from '#kernel/db/tx'

/**
 * A prepared statement of the hot path that is planned again each time it has processed twice as many rows as before. PostgreSQL
 * keeps a plan until the tables are analysed; one made while they were empty would scan them whole for minutes.
 */
export class GrowingStatement {
  readonly #name: string
  readonly #text: string
  #rows = 0

  constructor(name: string, text: string) {
    this.#name = name
    this.#text = text
  }

  /**
   * Runs it; rows come as arrays.
   * @param weight how many rows of the ledger this run touches
   */
  async rows<Row extends readonly unknown[]>(tx: Tx, values: readonly unknown[], weight: number): Promise<Row[]> {
    this.#rows += weight
    const generation = Math.floor(Math.log2(this.#rows + 1))
    const { rows } = await tx.client.query<unknown[]>({
      name: `${this.#name}_${generation}`,
      text: this.#text,
      values: [...values],
      rowMode: 'array',
    })
    return rows as unknown as Row[] // the row type is the caller's claim, as in kysely
  }
}
