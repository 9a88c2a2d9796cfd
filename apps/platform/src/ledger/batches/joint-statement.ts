/** A part of a statement: what it does with rows that travel with it, or with what the parts before it gave. */
export interface Part {
  readonly name: string
  readonly rows?: { readonly width: number; from(first: number): string }
  sql(from: string): string
}

/** The account and the number of those who moved come first. */
const FIRST_PARAMETER = 3

/** Statements that change several tables at once, so that a batch makes few round trips whatever it holds. */
export function together(parts: readonly Part[], select: string): string {
  let parameter = FIRST_PARAMETER
  const withs = parts.map(({ name, rows, sql }) => {
    const part = `${name} as (${sql(rows?.from(parameter) ?? '')})`
    parameter += rows?.width ?? 0
    return part
  })
  return `with ${withs.join(',\n')}\n${select}`
}
