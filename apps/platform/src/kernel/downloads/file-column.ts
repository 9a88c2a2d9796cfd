/** A column of a file that is downloaded. */
export interface FileColumn<Line> {
  readonly id: string
  readonly label: string
  /** Of money and a change of money, the value is in the account's currency; of an hour, the ISO instant of its beginning. */
  readonly kind: 'text' | 'hour' | 'integer' | 'percent' | 'money' | 'change' | 'minutes'
  readonly widthPx: number
  /** A figure as a number, anything else in words; null: there is none. */
  readonly valueOf: (line: Line) => string | number | null
}

/** A remark about a file: its subject, and the words. */
export type FileNote = readonly [name: string, words: string]

/** A file that comes while it is made. */
export interface StreamedFile {
  readonly name: string
  readonly mediaType: string
  readonly bytes: AsyncIterable<Uint8Array>
  /** Bytes that may come any number of times before the first byte of a file that has no head. */
  readonly blank?: Uint8Array | undefined
  /** Reads nothing more for it. */
  stop(): void
}

/** The media type of each format of a downloaded file. */
export const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  // x-ndjson is an answer in lines, of which clients take the last
  jsonl: 'application/jsonl; charset=utf-8',
  notes: 'text/csv; charset=utf-8',
} as const

/** The filler before the first line of each format that has no head: blanks, which JSON allows before an object. */
export const BLANKS: Readonly<Partial<Record<keyof typeof MEDIA_TYPES, Uint8Array>>> = { jsonl: Buffer.from(' ') }
