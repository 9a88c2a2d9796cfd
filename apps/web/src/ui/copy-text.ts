import { showToast } from './toasts.ts'

/** Copies a text, and reports whether the browser allowed it. @param what its name at the beginning of a sentence, such as "The key" */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    await showToast({ type: 'success', message: `${what} was copied`, length: 'short' })
  } catch {
    await showToast({ type: 'error', message: 'The browser did not let it be copied: select it and copy it yourself' })
  }
}
