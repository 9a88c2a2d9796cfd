import { expect, test } from 'vitest'
import { csvHead, csvLines } from './csv-file.ts'

test('a text that begins like a formula, in full-width forms too, is quoted; a number and a plain text are not (§9.11)', () => {
  const hostile = ['=1+1', '+1', '-1', '@SUM(1)', '\ttab', '\nline', '＝1+1', '＋1', '－1', '＠SUM(1)']
  expect(hostile.map(text => String(csvLines([[text]])))).toEqual(
    hostile.map(text => (text.includes('\n') ? `"'${text}"\r\n` : `'${text}\r\n`)),
  )
  expect(String(csvLines([[-1, 'plain =1', null, 0.5]]))).toBe('-1,plain =1,,0.5\r\n')
})

test('a file begins with a byte order mark, so that Excel reads it as UTF-8; its further rows have none', () => {
  expect([csvHead(['größe']).subarray(0, 3).toString('hex'), String(csvLines([['größe']]))]).toEqual([
    'efbbbf',
    'größe\r\n',
  ])
})
