/**
 * Says whether every text of plain JSON, names included, is well-formed Unicode. The database replaces half a surrogate pair by
 * another character, or refuses the statement.
 * @param value what JSON.parse gave
 */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Array.isArray(value)
    ? value.every(isWellFormed)
    : Object.entries(value).every(([name, field]) => name.isWellFormed() && isWellFormed(field))
}
