import { sheetPath, workbookParts } from './workbook-form.ts'

/** A part of a workbook, still packed. */
export interface PackedPart {
  readonly packed: Uint8Array
  /** Of what is packed. */
  readonly bytes: number
}

/** The parts of a zip that is laid out as ours are. */
export interface OwnZip {
  readonly sheets: readonly PackedPart[]
  /** Those of `workbookParts`, in its order. */
  readonly others: readonly PackedPart[]
}

/** Unpacked bytes of a part: what a library that reads any zip reads of one. */
const PART_BYTES_MAX = 2_147_483_648
const END_BYTES = 22
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const DESCRIPTOR_BYTES = 16
const TIMES_BYTES = 9
const [END, CENTRAL, LOCAL, DESCRIPTOR] = [0x06054b50, 0x02014b50, 0x04034b50, 0x08074b50]
const VERSION = 20
const MADE_BY = 0x033f
const UTF8_NAMES = 0x0800
/** Sizes follow what is packed: nobody knew them before. */
const SIZES_FOLLOW = 0x0008
const DEFLATED = 8
/** A file that its owner and its group may write. */
const ATTRIBUTES = (0o100664 << 16) >>> 0
/** What the times of an entry begin with: their kind, their length, and which there are. */
const [TIMES, TIMES_LENGTH, TIMES_GIVEN] = [0x5455, 5, 3]

/**
 * The parts of a zip that is laid out exactly as `signed-sheets.ts` lays out a workbook: its directory names all that there is, each byte belongs to one entry, both heads
 * of an entry say the same, and nothing stands before, between or after. Such a zip has one reading, whatever reads it. Undefined: it is laid out otherwise.
 */
export function ownZip(bytes: Uint8Array, sheetsMax: number): OwnZip | undefined {
  const end = bytes.length - END_BYTES
  if (end < 0) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = view.getUint16(end + 8, true)
  const start = view.getUint32(end + 16, true)
  const sheets = entries - workbookParts(0).length
  if (sheets < 1 || sheets > sheetsMax) return undefined
  // signature, disks, entries of this disk and of all, bytes and start of the directory, comment
  const isEnd = has(view, end, [u32(END), u32(0), u16(entries), u16(entries), u32(end - start), u32(start), u16(0)])
  if (!isEnd) return undefined
  const parts: PackedPart[] = []
  const at = { local: 0, central: start }
  for (let number = 1; number <= sheets; number += 1) {
    const part = partAt(view, at, sheetPath(number), true)
    if (part === undefined) return undefined
    parts.push(part)
  }
  for (const [path] of workbookParts(sheets)) {
    const part = partAt(view, at, path, false)
    if (part === undefined) return undefined
    parts.push(part)
  }
  if (at.local !== start || at.central !== end) return undefined
  return { sheets: parts.slice(0, sheets), others: parts.slice(sheets) }
}

/** Reads the entry that stands there, and goes on behind it. */
function partAt(
  view: DataView,
  at: { local: number; central: number },
  path: string,
  isStreamed: boolean,
): PackedPart | undefined {
  const { local, central } = at
  if (central + CENTRAL_BYTES > view.byteLength) return undefined
  const time = u32(view.getUint32(central + 12, true))
  const crc = view.getUint32(central + 16, true)
  const packedBytes = view.getUint32(central + 20, true)
  const bytes = view.getUint32(central + 24, true)
  if (bytes > PART_BYTES_MAX) return undefined
  const form = [u16(VERSION), u16(isStreamed ? UTF8_NAMES | SIZES_FOLLOW : UTF8_NAMES), u16(DEFLATED), time]
  const sizes = [u32(crc), u32(packedBytes), u32(bytes)]
  const name = Array.from(new TextEncoder().encode(path), u8)
  // name, times, comment, disk, internal attributes
  const lengths = [u16(path.length), u16(TIMES_BYTES), u16(0), u16(0), u16(0)]
  const times = [u16(TIMES), u16(TIMES_LENGTH), u8(TIMES_GIVEN)]
  const place = [u32(ATTRIBUTES), u32(local)]
  const isCentral = has(view, central, [
    u32(CENTRAL),
    u16(MADE_BY),
    ...form,
    ...sizes,
    ...lengths,
    ...place,
    ...name,
    ...times,
  ])
  const sizesHere = isStreamed ? [u32(0), u32(0), u32(0)] : sizes
  const isLocal = has(view, local, [u32(LOCAL), ...form, ...sizesHere, u16(path.length), u16(0), ...name])
  const from = local + LOCAL_BYTES + path.length
  const to = from + packedBytes
  const follows = isStreamed ? [u32(DESCRIPTOR), ...sizes] : []
  if (!isCentral || !isLocal || !has(view, to, follows)) return undefined
  at.local = to + (isStreamed ? DESCRIPTOR_BYTES : 0)
  at.central = central + CENTRAL_BYTES + path.length + TIMES_BYTES
  return { packed: new Uint8Array(view.buffer, view.byteOffset + from, packedBytes), bytes }
}

interface Field {
  readonly bytes: 1 | 2 | 4
  readonly value: number
}
const u8 = (value: number): Field => ({ bytes: 1, value })
const u16 = (value: number): Field => ({ bytes: 2, value })
const u32 = (value: number): Field => ({ bytes: 4, value })

/** Whether these fields stand there, one after the other. */
function has(view: DataView, start: number, fields: readonly Field[]): boolean {
  let at = start
  for (const { bytes, value } of fields) {
    if (at + bytes > view.byteLength) return false
    const found = bytes === 1 ? view.getUint8(at) : bytes === 2 ? view.getUint16(at, true) : view.getUint32(at, true)
    if (found !== value) return false
    at += bytes
  }
  return start <= view.byteLength
}
