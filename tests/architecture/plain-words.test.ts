import { describe, expect, test } from 'vitest'
import { oddSentences, RULES } from './plain-words.ts'
import { sourceFiles } from './source-files.ts'

/** How many sentences may break each rule. These numbers only fall: lower them when you have rewritten some. */
const CEILINGS: Readonly<Record<string, number>> = {
  'begins with What, Whoever or Those': 11,
  'what is, was or came': 3,
  told: 4,
  heard: 1,
  meanwhile: 3,
  besides: 2,
  kept: 4,
  nobody: 10,
  somebody: 3,
  stands: 3,
}
/** These two hold the words themselves. */
const OWN = /^tests\/architecture\/plain-words/

describe('plain English', () => {
  const odd = sourceFiles()
    .filter(({ path }) => !path.endsWith('.gen.ts') && !OWN.test(path))
    .flatMap(oddSentences)

  test.each(Object.keys(RULES))('no more sentences than its ceiling break the rule “%s”', rule => {
    const broken = odd.filter(sentence => sentence.rule === rule)
    const places = broken.map(({ path, line, text }) => `${path}:${line} ${text.slice(0, 80)}`)
    expect(broken.length <= (CEILINGS[rule] ?? 0) ? [] : places).toEqual([])
  })

  test('an odd sentence is found in a comment, a title, a label and a text, and a question is none', () => {
    const file = {
      path: 'a.tsx',
      imports: [],
      text: [
        '/** What is stored. */',
        "test('whoever asks is told', () => {})",
        'const a = <p title="Nobody has looked">What comes of it is kept.</p>',
        "const b = 'What changed, and what is new?'",
        "const c = 'told'",
      ].join('\n'),
    }
    expect(oddSentences(file).map(({ rule, line }) => `${line} ${rule}`)).toEqual([
      '1 begins with What, Whoever or Those',
      '1 what is, was or came',
      '2 told',
      '2 whoever',
      '3 nobody',
      '3 begins with What, Whoever or Those',
      '3 kept',
    ])
  })
})
