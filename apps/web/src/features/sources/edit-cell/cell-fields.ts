/** The fields of a source that are edited in its table. */
export type CellField = 'name' | 'target' | 'price' | 'end'

/** The field that a column's cells edit. */
export const FIELD_OF_COLUMN: Readonly<Record<string, CellField>> = {
  name: 'name',
  completes: 'target',
  supplierCpi: 'price',
  price: 'price',
  daysLeft: 'end',
}
