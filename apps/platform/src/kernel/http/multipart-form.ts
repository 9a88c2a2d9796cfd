import busboy from 'busboy'

/** A multipart form as JSON: its texts by name, a file as `{ filename, base64 }`. */
export type FormAsJson = Record<string, string | number | { readonly filename: string; readonly base64: string }>

const FIELDS_MAX = 40
const FIELD_BYTES_MAX = 10_000

/**
 * Reads a multipart form that is in memory, within its limit, into the JSON of the same names.
 * @param numbers the names of fields that are numbers: an empty one is left out, and a text that is no number stays text
 * @returns a sentence for the sender when it cannot be read
 */
export function readMultipart(
  body: Buffer,
  contentType: string,
  numbers: readonly string[],
): Promise<FormAsJson | string> {
  return new Promise(resolve => {
    const form: FormAsJson = {}
    let fault: string | null = null
    const refuse = (sentence: string): void => void (fault ??= sentence)
    const take = (name: string, value: FormAsJson[string]): void => {
      if (Object.hasOwn(form, name))
        return refuse(`The form has the field ${JSON.stringify(name.slice(0, 100))} twice.`)
      Object.defineProperty(form, name, { value, enumerable: true })
    }
    let parser: busboy.Busboy
    try {
      parser = busboy({
        headers: { 'content-type': contentType },
        defParamCharset: 'utf8',
        limits: { fields: FIELDS_MAX, files: 1, fieldSize: FIELD_BYTES_MAX, parts: FIELDS_MAX + 1 },
      })
    } catch {
      return resolve('The form could not be read.')
    }
    parser.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated) return refuse('A field of the form is too long.')
      if (!numbers.includes(name)) return take(name, value)
      if (value.trim() !== '') take(name, /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value)
    })
    parser.on('file', (name, stream, { filename }) => {
      const chunks: Buffer[] = []
      // of a file that is cut off; the parser says so, too
      stream.on('error', () => {})
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () =>
        take(name, { filename: filename || 'file', base64: Buffer.concat(chunks).toString('base64') }),
      )
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.on(limit, () => refuse('The form has too many parts.'))
    parser.on('error', () => resolve('The form could not be read.'))
    parser.on('close', () => resolve(fault ?? form))
    parser.end(body)
  })
}
