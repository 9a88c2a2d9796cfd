import type { FileColumn } from './file-column.ts'

/** Lines as JSON, one object a line by the columns' ids, some at a time. */
export async function* jsonLinesFile<Line>(
  columns: readonly FileColumn<Line>[],
  batches: AsyncIterable<readonly Line[]>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const lines of batches)
    yield Buffer.from(
      lines
        .map(line => `${JSON.stringify(Object.fromEntries(columns.map(({ id, valueOf }) => [id, valueOf(line)])))}\n`)
        .join(''),
    )
}
