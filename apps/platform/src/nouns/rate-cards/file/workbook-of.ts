import { writeXlsx } from 'hucre'

/** A workbook of one sheet with these cells. */
export async function workbookOf(rows: readonly (readonly (string | number | null)[])[]): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Rate card', rows: rows.map(row => [...row]) }] }))
}
