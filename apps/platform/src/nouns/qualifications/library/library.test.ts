import { hasNoOptions } from '@desk/schema/qualifications/qualification-codes'
import { expect, test } from 'vitest'
import { LIBRARY } from './seed-library.ts'

test('no id and no precode is given twice', () => {
  for (const key of ['id', 'precode'] as const)
    expect(new Set(LIBRARY.map(entry => entry[key])).size).toBe(LIBRARY.length)
})

test.each(LIBRARY.map(entry => [entry.precode, entry] as const))(
  '%s: one text for each locale, each option with an English name, and none for numbers',
  (_, entry) => {
    const locales = entry.texts.flatMap(text => text.locales)
    expect(new Set(locales).size).toBe(locales.length)
    for (const { options = [], english, locales: asked } of entry.texts) {
      expect([asked, options.length === 0]).toEqual([asked, hasNoOptions(entry.type)])
      expect([asked, options.length]).toEqual([asked, (english ?? entry.texts[0].options ?? []).length])
      expect([asked, new Set(options).size]).toEqual([asked, options.length])
    }
  },
)
