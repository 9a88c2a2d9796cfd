import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, sourceFiles, type SourceFile } from './source-files.ts'

/** Of “Words on screens” in docs/glossary.md: the word, and the words that it replaces. */
const TABLE = (readFileSync(join(ROOT, 'docs', 'glossary.md'), 'utf8').split('## Words on screens')[1] ?? '')
  .split('\n')
  .map(row => row.split('|').map(cell => cell.trim()))
  .filter(cells => cells.length === 5 && !['say', '---'].includes(cells[1] ?? ''))
  .map(([, say = '', , never = '']) => ({ say, never: [...never.matchAll(/“([^”]+)”/g)].map(([, word = '']) => word) }))

/** A text or a part of JSX that begins with the words. */
const beginsWith = (words: string): RegExp => new RegExp(`(?:['"\`]|>\\s*)${words}(?![\\w’-])`)

const lines = ({ path, text }: SourceFile, words: string): readonly string[] =>
  beginsWith(words).test(text)
    ? text.split('\n').flatMap((line, at) => (beginsWith(words).test(line) ? [`${path}:${at + 1} ${words}`] : []))
    : []

describe('words on screens', () => {
  const shown = sourceFiles().filter(({ path }) => path.startsWith('apps/web/src/') && !/\.test\.tsx?$/.test(path))

  test.each(TABLE)('no text begins with a word that “$say” replaces (docs/glossary.md)', ({ never }) => {
    expect(shown.flatMap(file => never.flatMap(words => lines(file, words)))).toEqual([])
  })

  test('a label with a refused word is found, for each row', () => {
    const label = (words: string): SourceFile => ({ path: 'a.tsx', imports: [], text: `<Button label="${words}" />` })
    const blind = TABLE.filter(
      ({ never }) => never.length === 0 || never.some(words => lines(label(words), words).length === 0),
    )
    expect([TABLE.length > 10, blind]).toEqual([true, []])
  })
})
