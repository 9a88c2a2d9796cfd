import { showToast } from '../../ui/toasts.ts'

/** Copies a link to the clipboard, and says so. @param what how the message names it, with a capital */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    await showToast({ type: 'success', message: `${what} was copied`, length: 'short' })
  } catch {
    await showToast({ type: 'error', message: 'The browser did not let it be copied: select the link and copy it yourself' })
  }
}
