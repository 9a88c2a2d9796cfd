import { expect, test } from 'vitest'
import { csvOfTexts } from './facts-csv.ts'

test('an export has the shown content: figures as numbers, nothing for none, every cell quoted, CRLF, no formula (§9.11)', () => {
  const lines = [
    ['Survey', 'Revenue', 'Margin %'],
    ['=cmd()', '$1,234.50', '-'],
    ['He said "no"', '−$12.00', '12.5%'],
    ['All surveys', '-3', '1,000'],
  ]
  expect(csvOfTexts(lines)).toBe(
    [
      '"Survey","Revenue","Margin %"',
      '"\'=cmd()","1234.50",""',
      '"He said ""no""","-12.00","12.5%"',
      '"All surveys","-3","1000"',
      '',
    ].join('\r\n'),
  )
})
