/** As many rows as one call may answer. */
export const PAGE_ROWS = 1000

/** A screen shows no more rows than this; users with more narrow the list with its filters. */
export const MOST_ROWS = 10_000

/** Which rows one call asks for: at most `limit`, from `offset` on. */
export interface PageOfRows {
  readonly limit: number
  readonly offset: number
}

/** Reads an answer with a list in it to the list's end, page by page. */
export async function readPagesOf<Row, Answer extends { readonly rows: readonly Row[] }>(
  readPage: (page: PageOfRows) => Promise<Answer & { readonly rows: readonly Row[] }>,
): Promise<{ readonly rows: readonly Row[]; readonly first: Answer }> {
  const first = await readPage({ limit: PAGE_ROWS, offset: 0 })
  const rows = await readPages(async page => (page.offset === 0 ? first : await readPage(page)).rows)
  return { rows, first }
}

/** Reads a list to its end, page by page. */
export async function readPages<Row>(readPage: (page: PageOfRows) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const rows: Row[] = []
  while (rows.length < MOST_ROWS) {
    const page = await readPage({ limit: PAGE_ROWS, offset: rows.length })
    rows.push(...page)
    if (page.length < PAGE_ROWS) break
  }
  return rows
}
