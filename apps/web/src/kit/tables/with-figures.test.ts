import { NO_FIELD_FACTS } from '@desk/schema/figures/no-field-facts'
import { expect, test } from 'vitest'
import { withFigures } from './with-figures.ts'

test('objects of a list get their figures; one without figures has none yet, and its own target', () => {
  const items = [
    { id: 1, name: 'one', respondents: 100 },
    { id: 2, name: 'two', respondents: 50 },
  ]
  const figures = [{ id: 1, entrants: 7, target: 90 }]
  expect(withFigures(items, figures, ({ id }) => id)).toEqual([
    { id: 1, name: 'one', respondents: 100, entrants: 7, target: 90 },
    {
      id: 2,
      name: 'two',
      respondents: 50,
      target: 50,
      figures_version: 0,
      entrants: 0,
      terms: 0,
      oQs: 0,
      completes: 0,
      ir: null,
      conversion: null,
      loi: null,
      last_complete_at: null,
      ...NO_FIELD_FACTS,
    },
  ])
})
