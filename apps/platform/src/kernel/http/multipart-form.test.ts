import { expect, test } from 'vitest'
import { readMultipart } from './multipart-form.ts'

const read = (body: string) => readMultipart(Buffer.from(body), 'multipart/form-data; boundary=x', ['price'])
const part = (head: string, content: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
const END = '--x--\r\n'

test('texts, numbers and a file are read by their names', async () => {
  expect(
    await read(
      part('name="name"', 'Acme') + part('name="price"', '2.5') + part('name="file"; filename="a.csv"', '1,2') + END,
    ),
  ).toEqual({ name: 'Acme', price: 2.5, file: { filename: 'a.csv', base64: 'MSwy' } })
})

const UNREAD = 'The form could not be read.'
test.each([
  ['nothing', '', UNREAD],
  ['no end', '--x\r\n', UNREAD],
  ['a field that is cut off', part('name="name"', 'Ac'), UNREAD],
  ['a file that is cut off', part('name="file"; filename="a.csv"', '1,2'), UNREAD],
  [
    'two files',
    part('name="a"; filename="a"', '1') + part('name="b"; filename="b"', '2') + END,
    'The form has too many parts.',
  ],
  ['a name given twice', part('name="a"', '1') + part('name="a"', '2') + END, 'The form has the field "a" twice.'],
])('%s is refused with a sentence, and no error is left uncaught (I1)', async (_what, body, sentence) => {
  expect(await read(body)).toBe(sentence)
})
