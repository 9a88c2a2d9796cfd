import { csvCell, harmless, type ShownTable } from './csv-export.ts'

const inOneCell = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ')

/** Rows as a spreadsheet pastes them: a line each, beneath the heads where it has some, a tab between cells, figures as numbers. */
export function tsvOf<Row extends object>(
  { columns: shown, rows }: Pick<ShownTable<Row>, 'columns' | 'rows'>,
  hasHeads = true,
): string {
  const columns = shown.filter(({ isExported = true }) => isExported)
  const line = (cells: readonly string[]) => cells.map(cell => inOneCell(harmless(cell))).join('\t')
  return [
    ...(hasHeads ? [line(columns.map(({ header }) => header))] : []),
    ...rows.map(row => line(columns.map(column => csvCell(column, column.value(row))))),
  ].join('\n')
}
