import { expect, test } from 'vitest'
import { csvLines } from './csv-file.ts'

test('a text that begins like a formula, in full-width forms too, is quoted; a number and a plain text are not (§9.11)', () => {
  const hostile = ['=1+1', '+1', '-1', '@SUM(1)', '\ttab', '\nline', '＝1+1', '＋1', '－1', '＠SUM(1)']
  expect(hostile.map(text => String(csvLines([[text]])))).toEqual(
    hostile.map(text => (text.includes('\n') ? `"'${text}"\r\n` : `'${text}\r\n`)),
  )
  expect(String(csvLines([[-1, 'plain =1', null, 0.5]]))).toBe('-1,plain =1,,0.5\r\n')
})
