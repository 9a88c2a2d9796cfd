const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The initials of a person, at most two letters; '?' when there is no name. */
export function initialsOf(firstname: string, lastname: string): string {
  const letters = [firstname, lastname]
    .map(name => graphemes.segment(name.trim()).containing(0)?.segment ?? '')
    .join('')
  return letters === '' ? '?' : letters.toLocaleUpperCase('en-US')
}
