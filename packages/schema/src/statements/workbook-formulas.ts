/** A zip that is laid out as no spreadsheet writes one. */
export class UnreadableZip extends Error {}

const [END, CENTRAL, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50]
const END_BYTES = 22
const CENTRAL_BYTES = 46
const LOCAL_BYTES = 30
/** The most that a comment may take behind the end of a zip's directory. */
const COMMENT_BYTES_MAX = 65_535
const STORED = 0
const DEFLATED = 8
/** Names of a workbook may have a prefix: `<f>` and `<x:f>` are one. */
const FORMULA = /<(?:[^\s<>/:]*:)?f[\s/>]/
/** The longest beginning of a tag by which it is known. */
const TAG_LENGTH_MAX = 1_000
const SHEET = /<(?:[^\s<>/:]*:)?sheetData[\s/>]/

/**
 * Whether a cell of a workbook holds a formula. What a reader takes for its value is what a program wrote beside it once: a spreadsheet that computes it may show another.
 * Every part that has cells is looked through, whatever its name and whoever refers to it.
 * @throws UnreadableZip
 */
export async function holdsFormulas(bytes: Uint8Array): Promise<boolean> {
  for (const part of partsOf(bytes)) if (await isSheetWithFormula(part)) return true
  return false
}

interface Part {
  readonly packed: Uint8Array
  readonly isDeflated: boolean
}

/** The entries of a zip, by its directory. */
function partsOf(bytes: Uint8Array): readonly Part[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const end = endOf(view)
    const parts: Part[] = []
    let at = view.getUint32(end + 16, true)
    for (let entry = view.getUint16(end + 10, true); entry > 0; entry -= 1) {
      if (view.getUint32(at, true) !== CENTRAL) throw new UnreadableZip()
      parts.push(partAt(bytes, view, at))
      at +=
        CENTRAL_BYTES + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
    return parts
  } catch (error) {
    // it names a place behind its last byte
    if (error instanceof RangeError) throw new UnreadableZip()
    throw error
  }
}

/** Where the end of the directory stands: the last there is. */
function endOf(view: DataView): number {
  const last = view.byteLength - END_BYTES
  for (let at = last; at >= Math.max(0, last - COMMENT_BYTES_MAX); at -= 1)
    if (view.getUint32(at, true) === END) return at
  throw new UnreadableZip()
}

function partAt(bytes: Uint8Array, view: DataView, at: number): Part {
  const method = view.getUint16(at + 10, true)
  const packedBytes = view.getUint32(at + 20, true)
  const local = view.getUint32(at + 42, true)
  if (view.getUint32(local, true) !== LOCAL || (method !== STORED && method !== DEFLATED)) throw new UnreadableZip()
  const from = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  if (from + packedBytes > bytes.length) throw new UnreadableZip()
  return { packed: bytes.subarray(from, from + packedBytes), isDeflated: method === DEFLATED }
}

async function isSheetWithFormula({ packed, isDeflated }: Part): Promise<boolean> {
  const decoder = new TextDecoder()
  let isSheet = false
  let hasFormula = false
  let begun = ''
  for await (const some of unpacked(packed, isDeflated)) {
    const text = begun + decoder.decode(some, { stream: true })
    isSheet ||= SHEET.test(text)
    hasFormula ||= FORMULA.test(text)
    if (isSheet && hasFormula) return true
    // a tag that is cut here goes on in what comes; of a long text nothing is kept
    const tag = text.slice(-TAG_LENGTH_MAX)
    begun = tag.slice(Math.max(0, tag.lastIndexOf('<')))
  }
  return false
}

async function* unpacked(packed: Uint8Array, isDeflated: boolean): AsyncGenerator<Uint8Array, void, undefined> {
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      // a stream takes no bytes of memory that is shared
      controller.enqueue(new Uint8Array(packed))
      controller.close()
    },
  })
  const reader = (isDeflated ? source.pipeThrough(new DecompressionStream('deflate-raw')) : source).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new UnreadableZip()
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
