import { workbookPortions } from '@desk/schema/statements/signed-workbook'

/** Every row of a signed workbook, as cells of CSV. */
export async function workbookRows(bytes: Uint8Array): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = []
  for await (const portion of workbookPortions(bytes)) rows.push(...portion)
  return rows
}
