import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UnreadableTable } from '@desk/schema/sent-tables/table-row'
import { readTable } from './read-table.ts'

const LIMITS = { what: 'the list', bytesMax: 1e6, unpackedBytesMax: 1e6, filledRowsMax: 1e4, cellsMax: 1e5 }
const DELIMITERS = [',', ';', '\t', '|'] as const
const LINE_ENDS = ['\r\n', '\n', '\r'] as const

const ENCODINGS = {
  'UTF-8': (text: string) => Buffer.from(text),
  'UTF-8 with a mark': (text: string) => Buffer.from(`\uFEFF${text}`),
  'UTF-16LE with a mark': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16BE with a mark': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
}
type Encoding = keyof typeof ENCODINGS

const cell = fc.oneof(
  fc.string({
    maxLength: 12,
    unit: fc.constantFrom(' ', '\t', '\r', '\n', ...'a B 1 ä ß € ’ " \' , ; | . = - : /'.split(' ')),
  }),
  fc.constantFrom('rid', '931', '2,10', 'said "no"', 'a;b', 'Doe, John'),
)
const table = fc
  .integer({ min: 2, max: 5 })
  .chain(width => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }))

interface Written {
  readonly rows: readonly (readonly string[])[]
  readonly delimiter: (typeof DELIMITERS)[number]
  readonly lineEnds: readonly (typeof LINE_ENDS)[number][]
  readonly quotesAll: boolean
  readonly encoding: Encoding
}

/** Writes as spreadsheets and programs do: in quotes what needs them, or all. */
function written({ rows, delimiter, lineEnds, quotesAll, encoding }: Written): Buffer {
  const quoted = (text: string): string =>
    quotesAll || /["\r\n]/.test(text) || text.includes(delimiter) || text.startsWith(' ')
      ? `"${text.replaceAll('"', '""')}"`
      : text
  const text = rows
    .map((row, at) => row.map(quoted).join(delimiter) + (lineEnds[at % lineEnds.length] ?? '\n'))
    .join('')
  return ENCODINGS[encoding](text)
}

async function readAll(input: Buffer, delimiter: Written['delimiter']): Promise<(readonly string[])[] | string> {
  const read: (readonly string[])[] = []
  try {
    for await (const part of readTable({ kind: 'list', input, limits: LIMITS, asked: { delimiter, head_row: 0 } }))
      for (const { cells } of part.rows) read.push(cells)
  } catch (error) {
    if (error instanceof UnreadableTable) return error.message
    throw error
  }
  return read
}

/** A text that a spreadsheet protects from being a number is read without its protection. */
const shown = (text: string): string => /^="([\s\S]*)"$/.exec(text)?.[1]?.replaceAll('""', '"') ?? text
const isFilled = (row: readonly string[]): boolean => row.some(text => text.trim() !== '')

const choices = {
  rows: table,
  delimiter: fc.constantFrom(...DELIMITERS),
  lineEnds: fc.array(fc.constantFrom(...LINE_ENDS), { minLength: 1, maxLength: 4 }),
  quotesAll: fc.boolean(),
  encoding: fc.constantFrom<Encoding>('UTF-8', 'UTF-8 with a mark', 'UTF-16LE with a mark', 'UTF-16BE with a mark'),
}

test('rows that are written with any delimiter, line ends, quotes and encoding come back whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record(choices), async file => {
      const expected = file.rows.map(row => row.map(shown)).filter(isFilled)
      expect(await readAll(written(file), file.delimiter)).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})

test('a quote that is lost from a file takes no row with it: the rows come back, or a line is named', async () => {
  const plain = fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom('a', 'B', '1', ',') })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(plain, plain), { minLength: 2, maxLength: 12 }),
      fc.nat(),
      fc.constantFrom(...LINE_ENDS),
      async (rows, at, lineEnd) => {
        const lines = rows.map(row => row.map(text => `"${text}"`).join(','))
        const broken = at % lines.length
        const text = lines.map((line, index) => (index === broken ? line.slice(0, -1) : line)).join(lineEnd)
        const read = await readAll(Buffer.from(text), ',')
        const isWhole = typeof read !== 'string' && read.length === rows.length
        expect(isWhole ? `line ${broken + 1}` : String(read)).toContain(`line ${broken + 1}`)
      },
    ),
    { numRuns: 300 },
  )
})
