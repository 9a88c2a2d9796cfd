import { Schema } from 'effect'
import { expect, test } from 'vitest'
import { ReconciliationUpload } from '../reconciliation/reconciliation-forms.ts'
import { SentFileName } from './file-name.ts'

const stored = Schema.decodeUnknownSync(SentFileName)

test.each([
  ['october.csv', 'october.csv'],
  ['october\r\n\tlist.csv', 'october list.csv'],
  [' list \u2028 two.csv\n', 'list two.csv'],
  ['a\u0000b\u001b[31mc.csv', 'ab[31mc.csv'],
  // a mark that turns the direction shows an ending that the name does not have
  ['list\u202Evsc.exe', 'listvsc.exe'],
  ['\uFEFFÜbersicht \u200B1.csv', 'Übersicht 1.csv'],
  ['\ud800list.csv', '\ufffdlist.csv'],
  ['\n\u200B', 'file'],
])('the file name %j is stored as %j', (sent, name) => expect(stored(sent)).toBe(name))

test('the name of a sent list is read so', () =>
  expect(
    Schema.decodeUnknownSync(ReconciliationUpload)({
      file: { filename: 'october\nlist.csv', base64: '' },
      mode: 'REJECT_LIST',
    }).file.filename,
  ).toBe('october list.csv'))

test('a name has 1 to 200 characters', () => {
  expect(stored('x'.repeat(200))).toHaveLength(200)
  for (const name of ['', 'x'.repeat(201)]) expect(() => stored(name)).toThrow('length')
})
