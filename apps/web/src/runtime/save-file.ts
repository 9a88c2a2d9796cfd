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
