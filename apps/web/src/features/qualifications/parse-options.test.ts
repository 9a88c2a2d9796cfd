import { describe, expect, test } from 'vitest'
import { csvLine } from '#ui/table/csv-export.ts'
import { EXPORT_HEAD } from './export-head.ts'
import { parseOptions } from './parse-options.ts'

const short = (text: string, reading?: 'lines' | 'columns') =>
  parseOptions(text, reading).options.map(({ precode, name, english }) => [precode, name, english])

describe('pasted options', () => {
  test('one in each line, with commas in their names; empty lines are none', () => {
    expect(short('Yes, daily\r\n\n  No, never \nI, for one, do not know\n')).toEqual([
      ['', 'Yes, daily', 'Yes, daily'],
      ['', 'No, never', 'No, never'],
      ['', 'I, for one, do not know', 'I, for one, do not know'],
    ])
  })
  test('columns of a spreadsheet, divided by tabs', () => {
    expect(short('1\tMann\tMan\n2\tFrau\tWoman\n')).toEqual([
      ['1', 'Mann', 'Man'],
      ['2', 'Frau', 'Woman'],
    ])
    expect(short('1\tMan\n2\tWoman')).toEqual([
      ['1', 'Man', 'Man'],
      ['2', 'Woman', 'Woman'],
    ])
  })
  test('three columns by comma or semicolon, quoted where they hold one', () => {
    expect(short('1;Ja;Yes\n2;Nein;No')).toEqual([
      ['1', 'Ja', 'Yes'],
      ['2', 'Nein', 'No'],
    ])
    expect(short('code,name,english\n1,"Ja, täglich","Yes, daily"\n2,"Sag ""nein""",No')).toEqual([
      ['1', 'Ja, täglich', 'Yes, daily'],
      ['2', 'Sag "nein"', 'No'],
    ])
  })
  test('a head says which column is which', () => {
    expect(short('\uFEFFEnglish name;Option name\nYes;Ja\n;Nein\n;;\n')).toEqual([
      ['', 'Ja', 'Yes'],
      ['', 'Nein', 'Nein'],
    ])
  })
  test('the user can choose how the text is read', () => {
    expect(short('1,Ja\n2,Nein', 'columns')).toEqual([
      ['1', 'Ja', 'Ja'],
      ['2', 'Nein', 'Nein'],
    ])
    expect(short('1;Ja;Yes', 'lines')).toEqual([['', '1;Ja;Yes', '1;Ja;Yes']])
  })
  test('an export is read back unchanged, including formulas', () => {
    const rows = [
      ['1', '=1+1', 'Two, or "2"'],
      ['2', '-5', '-x'],
      ['03', 'Ja\nund Nein', 'Both'],
    ]
    expect(short([EXPORT_HEAD, ...rows].map(row => csvLine([...row])).join(''))).toEqual(rows)
  })
  test('empty text gives no options, and unreadable text a message', () => {
    expect(parseOptions(' \n')).toEqual({ options: [], reading: 'lines', fault: null })
    expect(parseOptions('name\tenglish\n"open\tx')).toMatchObject({
      options: [],
      reading: 'columns',
      fault: expect.stringContaining('uot'),
    })
  })
  test('5,000 are all read', () => {
    const text = Array.from({ length: 5_000 }, (_, at) => `${at + 1}\tName ${at}\tEnglish ${at}`).join('\n')
    const { options } = parseOptions(text)
    expect([options.length, options.at(-1)]).toEqual([
      5_000,
      { precode: '5000', name: 'Name 4999', english: 'English 4999' },
    ])
  })
})
