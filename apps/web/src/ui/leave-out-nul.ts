import { showToast } from './toasts.ts'

const NUL = '\0'

/**
 * The character NUL, which no stored text can hold, is removed from every field as it comes in, and the user is
 * informed.
 */
export function leaveOutNul(page: Pick<Window, 'addEventListener'>): void {
  // before any field hears of its input
  page.addEventListener('input', ({ target }) => clean(target), { capture: true })
}

function clean(field: EventTarget | null): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  if (!field.value.includes(NUL)) return
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  // the setter of the kind: React compares with the value last set through the field's own, and would notice nothing
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, field.value.replaceAll(NUL, ''))
  void showToast({
    type: 'warning',
    message: 'A character that cannot be stored (NUL) was left out.',
    description: 'Check the field.',
  })
}
