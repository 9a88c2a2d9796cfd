import { expect, test } from 'vitest'
import { placeholderIn } from './placeholders.ts'

test.each(['{GG-1001}', '{pid}', '[1]', 'r-[rid]', '{{a b}}', 'a{{b}c', '{{', '$rid', '100%', 'rid'])(
  'the rid %j is an id, and holds no placeholder',
  rid => expect(placeholderIn(rid, 'rid')).toBeNull(),
)

test.each([
  ['[%RID%]', 'rid', '[%RID%]'],
  [' {{ respondent.id }} ', 'rid', '{{ respondent.id }}'],
  [' <Rid> ', 'rid', '<Rid>'],
  ['%%GENDER%%', 'gender', '%%GENDER%%'],
])('in %j, the value of %s, %j was not filled in', (value, name, placeholder) =>
  expect(placeholderIn(value, name)).toBe(placeholder),
)

test('a value that only begins like placeholders takes no time (I5)', () => {
  const pieces = ['{', '%25', '%7b', '[{<$%', '{{a', '%2525257b', ' {{ ']
  const startedMs = performance.now()
  for (const piece of pieces) expect(placeholderIn(piece.repeat(Math.ceil(2_000 / piece.length)), 'rid')).toBeNull()
  expect(performance.now() - startedMs).toBeLessThan(1_000)
})
