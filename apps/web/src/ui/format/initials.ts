/** The initials of a person, at most two letters; '?' when there is no name. */
export function initialsOf(firstname: string, lastname: string): string {
  const letters = [firstname, lastname].map((name) => [...name.trim()][0] ?? '').join('')
  return letters === '' ? '?' : letters.toLocaleUpperCase('en-US')
}
