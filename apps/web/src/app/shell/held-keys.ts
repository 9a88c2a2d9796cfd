let held: { text: string; readonly release: () => void } | null = null

/** Buffers typed keys for a field that is about to open, so that the user can type at once. */
export function holdKeys(): void {
  if (held !== null) return
  const hold = (event: KeyboardEvent) => {
    if (held === null || event.key === 'Escape' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Backspace') held.text = held.text.slice(0, -1)
    else if (event.key.length === 1) held.text += event.key
  }
  window.addEventListener('keydown', hold, true)
  held = { text: '', release: () => window.removeEventListener('keydown', hold, true) }
}

/** Stops buffering. @returns the buffered text */
export function releaseKeys(): string {
  const text = held?.text ?? ''
  held?.release()
  held = null
  return text
}
