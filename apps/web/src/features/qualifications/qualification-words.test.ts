import type { QualificationText } from '@desk/schema/qualifications/qualification'
import { expect, test } from 'vitest'
import { localeNames, localeWords } from './qualification-words.ts'

// of a text these two are read
const asked = (...locales: readonly (readonly [language: string, country: string])[]) => ({
  qualification_texts: locales.map(([language_name, country_name]) => ({
    language_name,
    country_name,
  })) as unknown as readonly QualificationText[],
})

test('where a qualification is asked is said in few words, and named in full', () => {
  const all = [
    asked(['English', 'Canada']),
    asked(['English', 'Canada'], ['English', 'India']),
    asked(['English', 'Canada'], ['French', 'Canada'], ['Hindi', 'India']),
    asked(),
  ]
  expect(all.map(localeWords)).toEqual(['English, Canada', 'English, 2 countries', '3 languages, 2 countries', ''])
  expect(all.map(localeNames)).toEqual([
    'English, Canada',
    'English, Canada · English, India',
    'English, Canada · French, Canada · Hindi, India',
    '',
  ])
})
