import type { PersonalCategoryName } from '@desk/schema/privacy/categories'
import { OTHER_COLUMNS, OTHER_EVERYWHERE } from './other-columns.ts'
import { PERSONAL_COLUMNS, PERSONAL_EVERYWHERE } from './personal-columns.ts'

type Categories = ReadonlyMap<string, PersonalCategoryName | null>

/** The category of each named column. */
function categoriesIn(columns: Partial<Record<PersonalCategoryName, string>>): [string, PersonalCategoryName][] {
  const entries = Object.entries(columns) as [PersonalCategoryName, string][] // Object.entries loses the key types
  return entries.flatMap(([category, names]) =>
    names.split(' ').map(name => [name, category] as [string, typeof category]),
  )
}

const none = (names: string): [string, null][] => names.split(' ').map(name => [name, null])
const everywhere: Categories = new Map<string, PersonalCategoryName | null>([
  ...none(OTHER_EVERYWHERE),
  ...categoriesIn(PERSONAL_EVERYWHERE),
])

/** The declared columns of a table, and of them those that it alone declares. */
export const declaredIn = (table: string): Categories =>
  new Map<string, PersonalCategoryName | null>([
    ...none(OTHER_COLUMNS[table] ?? '').filter(([name]) => name !== ''),
    ...categoriesIn(PERSONAL_COLUMNS[table] ?? {}),
  ])

/** The category of a column; null: no data of people; undefined: not declared. A table's own entry counts before a common one. */
export function categoryOf(table: string, column: string): PersonalCategoryName | null | undefined {
  const own = declaredIn(table).get(column)
  return own === undefined ? everywhere.get(column) : own
}
