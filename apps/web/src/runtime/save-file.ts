import { BYTE_ORDER_MARK } from '@desk/schema/files/csv-text'

/**
 * Hands a file to the browser to be saved.
 * @param type its media type, `text/csv;charset=utf-8`
 */
export function saveFile(name: string, content: string | Blob, type = 'text/plain;charset=utf-8'): void {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }))
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = name
  anchor.click()
  // The click has started the download; the address may go.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}

/** Saves a CSV file that this browser made, which Excel reads as UTF-8. */
export const saveCsv = (name: string, text: string): void =>
  saveFile(name, BYTE_ORDER_MARK + text, 'text/csv;charset=utf-8')
