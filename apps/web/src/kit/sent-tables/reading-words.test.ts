import { describe, expect, test } from 'vitest'
import { cautionsOf, takenText } from './reading-words.ts'

const TEXT = { delimiter: ';', head_row: 3, sheets: [], rows_not_read: [], hidden_rows: 0 }
const sheet = (name: string, more: object) => ({
  name,
  is_hidden: false,
  is_read: false,
  head_row: null,
  lines_from: 0,
  ...more,
})

describe('a reading says', () => {
  test('which delimiter and which line of names were taken from a text', () => {
    expect(takenText(TEXT)).toBe('Columns divided by semicolons; line 3 names the columns')
    expect(takenText({ ...TEXT, delimiter: null, head_row: null })).toBe(
      'One column, without a delimiter; no row names the columns',
    )
  })

  test('which sheets were read, and at which lines their rows are', () => {
    const sheets = [
      sheet('Week 1', { is_read: true, head_row: 1 }),
      sheet('Week 2', { is_read: true, lines_from: 2 }),
      sheet('Notes', {}),
      sheet('Values', { is_hidden: true }),
    ]
    const reading = { ...TEXT, delimiter: null, sheets, hidden_rows: 1, rows_not_read: [{ line: 1, text: 'November' }] }
    expect(takenText(reading)).toBe(
      'Sheet “Week 1”: row 1 names the columns; Sheet “Week 2”: no row names the columns, row 1 is line 3',
    )
    expect(cautionsOf(reading)).toEqual([
      'The rows of 2 sheets were read: “Week 1”, “Week 2”.',
      'Not read: 1 sheet, “Notes”.',
      'Not read: 1 hidden sheet, “Values”.',
      '1 row that is hidden in the sheet was read, too.',
      'Line 1 above the columns was not read: “November”.',
    ])
  })

  test('nothing to look at where all was read', () => {
    expect(cautionsOf(TEXT)).toEqual([])
  })
})
