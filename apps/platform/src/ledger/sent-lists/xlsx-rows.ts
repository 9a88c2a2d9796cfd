import { streamXlsxRows, type CellValue } from 'hucre'
import { setImmediate } from 'node:timers/promises'
import { zipFault } from '#kernel/files/zip-fault'
import { UnreadableTable } from './csv-rows.ts'

/** 100,000 rows with all that exports have beside the id take a tenth of it. */
const LIMITS = { unpackedBytesMax: 150_000_000, what: 'the list' }
const ROWS_A_TURN = 500
/** Figures of a workbook are binary: 931 can be 930.9999999999999. */
const DECIMALS = 6

/**
 * The rows of a workbook's first sheet, also the empty ones.
 * @param giveWay called between some of them
 */
export async function* xlsxRows(
  bytes: Buffer,
  giveWay: () => Promise<unknown> = setImmediate,
): AsyncGenerator<readonly string[]> {
  const fault = await zipFault(bytes, LIMITS)
  if (fault !== null) throw new UnreadableTable(fault)
  let next = 0
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet: 0 })) {
      // a workbook leaves out empty rows; one that skips too many is read no further than the limit of rows
      for (; next < index && next < 1_000_000; next++) yield []
      next = index + 1
      yield values.map(textOf)
      if (index % ROWS_A_TURN === 0) await giveWay()
    }
  } catch (error) {
    if (error instanceof UnreadableTable) throw error
    throw new UnreadableTable('The workbook could not be read. Save it again as XLSX, or as CSV.')
  }
}

function textOf(value: CellValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number')
    return Number.isInteger(value) ? BigInt(value).toString() : String(Number(value.toFixed(DECIMALS)))
  return value instanceof Date ? value.toISOString() : String(value)
}
