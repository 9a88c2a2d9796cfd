import { HIDDEN_FROM_EXTERNAL } from '@desk/schema/columns/visible-columns'
import { expect, test } from 'vitest'
import { Chance } from '#demo/random'
import { intentOf } from './answer.ts'
import { INTENT_WORDS, INTENTS, intentsFor } from './intents.ts'
import { readQuestion } from './read-question.ts'

const SEED = 20_261_125
const NOW = new Date('2026-11-25T17:20:00Z')
const read = (text: string) => readQuestion(text, { now: NOW, zone: 'America/New_York', intentWords: INTENT_WORDS })
const understoodAs = (text: string) => intentOf(read(text))?.intent

test('every example is understood as its own intent, and there are more than 30 (§7.31)', () => {
  expect(INTENTS.map(({ example }) => understoodAs(example))).toEqual(INTENTS.map(({ intent }) => intent))
  expect(new Set(INTENTS.map(({ intent }) => intent)).size).toBe(INTENTS.length)
  expect(INTENTS.length).toBeGreaterThan(30)
})

/** A letter of a long word left out, doubled, or changed with the next one; never the first. */
function mistyped(text: string, chance: Chance): string {
  const words = [...text.matchAll(/(?<!“)\b[a-z]{7,}\b/g)]
  const word = words[Math.floor(chance.fraction() * words.length)]
  if (word === undefined) return text
  const at = word.index + 1 + Math.floor(chance.fraction() * (word[0].length - 2))
  const [before, letter, after] = [text.slice(0, at), text.slice(at, at + 1), text.slice(at + 1)]
  const way = chance.fraction()
  if (way < 0.34) return before + after
  return way < 0.67 ? before + letter + letter + after : before + after.slice(0, 1) + letter + after.slice(1)
}

test(`examples with a mistyped word are understood alike, or as a question that changes nothing (§7.31; seed ${SEED})`, () => {
  const chance = new Chance(SEED)
  const wrong: unknown[] = []
  for (const { intent, example } of INTENTS)
    for (let at = 0; at < 10; at += 1) {
      const question = mistyped(example, chance)
      const got = understoodAs(question)
      if (got !== intent && got !== undefined && (got.startsWith('propose.') || !intent.startsWith('propose.')))
        wrong.push({ question, intent, got })
    }
  expect(wrong).toEqual([])
})

test('the plain external view lists no intent of a figure that it does not have (domain.md §4)', () => {
  const told = intentsFor('external').map(({ intent }) => intent)
  const hidden = [...[...HIDDEN_FROM_EXTERNAL].map(field => `figure.${field}`), 'owed', 'losing']
  expect(told.filter(intent => hidden.includes(intent))).toEqual([])
  expect(intentsFor('internal').length - told.length).toBe(
    INTENTS.filter(({ intent }) => hidden.includes(intent)).length,
  )
})

test('the dimension of lines is read from the words after “by”, “per” or “each”', () => {
  const by = (text: string) => read(text).by
  expect([
    by('completes by supplier'),
    by('completes per project manager'),
    by('completes by project'),
    by('completes for each business unit'),
    by('completes by countrry'),
    by('completes by day this week'),
    by('daily completes'),
    by('entrants by hour today'),
    by('entrants by state'),
    by('entrants by rule'),
    by('completes of supplier Rainy Day'),
  ]).toEqual([
    'supplier',
    'manager',
    'project',
    'business_unit',
    'country',
    'day',
    'day',
    'hour',
    'state',
    'reason',
    null,
  ])
})

test('a tracker in a name is no mistyped track (assistant.md §4)', () => {
  const asked = (text: string) => [understoodAs(text), read(text).name]
  expect([
    asked('margin on Electric vehicles tracker'),
    asked('how is Electric vehicles tracker doing'),
    asked('is Electric vehicles tracker on track'),
  ]).toEqual([
    ['figure.margin', 'electric vehicles tracker'],
    ['figures', 'electric vehicles tracker'],
    ['plan.track', 'electric vehicles tracker'],
  ])
})
