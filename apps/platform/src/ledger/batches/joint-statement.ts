import { GrowingStatement } from './growing-statement.ts'

/** A part of a statement: what it does with rows that travel with it, or with what the parts before it gave. */
export interface Part {
  readonly name: string
  readonly rows?: { readonly width: number; from(first: number): string }
  sql(from: string): string
}

/** A part and what it writes this time, a buffer a column. */
export interface FilledPart {
  readonly part: Part
  readonly values: readonly Buffer[]
}

/** Leaves a part out where there is nothing for it to write: PostgreSQL sets up each part of a statement for each run. */
export function unlessEmpty<Row>(
  part: Part,
  set: { values(rows: readonly Row[]): readonly Buffer[] },
  rows: readonly Row[],
): FilledPart[] {
  return rows.length === 0 ? [] : [{ part, values: set.values(rows) }]
}

/** The account and the number of those who moved come first. */
const FIRST_PARAMETER = 3

/** Statements that change several tables at once, so that a batch makes few round trips whatever it holds: one for each set of parts that was ever written together. */
export class JointStatements {
  readonly #name: string
  readonly #select: string
  readonly #statements = new Map<string, GrowingStatement>()

  constructor(name: string, select: string) {
    this.#name = name
    this.#select = select
  }

  of(parts: readonly FilledPart[]): GrowingStatement {
    const names = parts.map(({ part }) => part.name).join()
    let statement = this.#statements.get(names)
    if (statement === undefined) {
      statement = new GrowingStatement(`${this.#name}_${this.#statements.size}`, together(parts, this.#select))
      this.#statements.set(names, statement)
    }
    return statement
  }
}

function together(parts: readonly FilledPart[], select: string): string {
  let parameter = FIRST_PARAMETER
  const withs = parts.map(({ part: { name, rows, sql } }) => {
    const part = `${name} as (${sql(rows?.from(parameter) ?? '')})`
    parameter += rows?.width ?? 0
    return part
  })
  return `with ${withs.join(',\n')}\n${select}`
}
