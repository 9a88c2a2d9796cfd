/** Rows as a JSON array. */
export interface EncodedRows {
  readonly body: Buffer
  /** Each row with its id: a part of the body. */
  readonly rows: readonly (readonly [id: number, json: Buffer])[]
}

const [OPEN, COMMA, CLOSE] = ['[', ',', ']'].map(mark => Buffer.from(mark)) as [Buffer, Buffer, Buffer] // of three, three

/** Makes one array of rows that are JSON already. */
export function encodedRows(rows: EncodedRows['rows']): EncodedRows {
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
