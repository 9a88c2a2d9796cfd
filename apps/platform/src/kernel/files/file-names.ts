import { DOCUMENT_NAME_MAX_LENGTH } from '@desk/schema/documents/document'
import { onOneLine } from '@desk/schema/files/file-name'

/** Names that Windows keeps for devices, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i
/** How much of a long name's end remains as its ending. */
const ENDING_MAX_LENGTH = 20

/** The name of an uploaded file as the list shows it: without its folders, invisible characters and excess length. */
export function shownName(given: string): string {
  const name = onOneLine(given.split(/[/\\]/).at(-1) ?? '')
  return name === '' || /^\.+$/.test(name) ? 'file' : cut(name.normalize('NFC'), DOCUMENT_NAME_MAX_LENGTH)
}

/** A name that every file system takes. */
export function safeName(name: string): string {
  const plain = shownName(name)
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/^[. ]+|[. ]+$/g, '_')
  return DEVICE.test(plain) ? `_${plain}` : plain
}

/** Gives safe names that differ, whatever a file system thinks of letter case: a (2) is added before the ending. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map(name => {
    const safe = safeName(name)
    let free = safe
    for (let count = 2; taken.has(free.toLowerCase()); count++) free = numbered(safe, count)
    taken.add(free.toLowerCase())
    return free
  })
}

function numbered(name: string, count: number): string {
  const mark = ` (${count})`
  const { stem, ending } = parts(cut(name, DOCUMENT_NAME_MAX_LENGTH - mark.length))
  return `${stem}${mark}${ending}`
}

function parts(name: string): { readonly stem: string; readonly ending: string } {
  const dot = name.lastIndexOf('.')
  return dot > 0 && name.length - dot <= ENDING_MAX_LENGTH
    ? { stem: name.slice(0, dot), ending: name.slice(dot) }
    : { stem: name, ending: '' }
}

/** A name of at most so many characters, whose ending stays. */
function cut(name: string, maxLength: number): string {
  if (name.length <= maxLength) return name
  const { stem, ending } = parts(name)
  return stem.slice(0, maxLength - ending.length).replace(/[\ud800-\udbff]$/, '') + ending
}

/** The header that makes a browser save a file under its name (RFC 6266); never shown within a page. */
export function attachment(name: string): string {
  const safe = safeName(name)
  const ascii = safe.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(safe.toWellFormed()).replaceAll(
    /['()*]/g,
    mark => `%${mark.codePointAt(0)?.toString(16).toUpperCase() ?? ''}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
