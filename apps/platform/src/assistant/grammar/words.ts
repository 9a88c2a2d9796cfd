const NOT_A_WORD = /[^\p{L}\p{N}#%$.:-]+/u
const EDGES = /^[.:-]+|[.:-]+$/g

/** The words of a question, in lower case, without punctuation. */
export const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll(/[’']s\b/g, '')
    .split(NOT_A_WORD)
    .map(word => word.replaceAll(EDGES, ''))
    .filter(word => word !== '')

/** How many letters a word of this length may be off. */
const mistakesIn = ({ length }: string): number => (length < 4 ? 0 : length < 7 ? 1 : 2)

/** How many letters two words are apart, two that changed places counting once; more than `most`: any number above it. */
export function lettersApart(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let twoAbove: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      let best = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (twoAbove[j - 2] ?? 0) + 1)
      row.push(best)
    }
    twoAbove = above
    above = row
  }
  return above[b.length] ?? most + 1
}

/** The word of a vocabulary that is meant, mistyped or not; null: none. */
export function meantWord(word: string, vocabulary: ReadonlySet<string>): string | null {
  if (vocabulary.has(word)) return word
  const most = mistakesIn(word)
  if (most === 0) return null
  let nearest: string | null = null
  let apart = most + 1
  for (const known of vocabulary) {
    // short words are too like others, and the first letter is seldom wrong
    if (known.length < 4 || known[0] !== word[0]) continue
    const far = lettersApart(word, known, most)
    if (far < apart) [nearest, apart] = [known, far]
  }
  return nearest
}
