import { createRoot } from 'react-dom/client'
import { toast, Toaster } from 'sonner'
import 'sonner/dist/styles.css'
import { TOAST_LENGTHS } from './toast-times.ts'
import type { ToastRequest } from './toasts.ts'
import styles from './toaster.module.css'

const CLASS_NAMES = {
  toast: styles['toast']!,
  title: styles['title']!,
  description: styles['description']!,
  actionButton: styles['action']!,
  closeButton: styles['close']!,
}

/** Keeps clear of a form's footer, since Save and Cancel are pressed again while a message is shown. */
const ABOVE_FORM_FOOTER = { bottom: 80, right: 24 }

let isMounted = false

/** A root of its own: the app's tree does not render again for a toast, and a crash of a screen does not take the toasts along. */
function mountToaster(): void {
  if (isMounted) return
  isMounted = true
  const host = document.createElement('div')
  document.body.append(host)
  createRoot(host).render(
    <Toaster
      {...TOAST_LENGTHS.normal}
      offset={ABOVE_FORM_FOOTER}
      closeButton
      expand
      visibleToasts={4}
      containerAriaLabel="Messages"
      toastOptions={{ unstyled: true, classNames: CLASS_NAMES, closeButtonAriaLabel: 'Close message' }}
    />,
  )
}

/** Puts a toast on the page, by its type; errors have the coloured theme (§8.14). */
export function present(request: ToastRequest): void {
  mountToaster()
  const { type, message, description, action, length = 'normal' } = request
  toast[type](message, {
    ...(description === undefined ? {} : { description }),
    ...(action ? { action: { label: action.label, onClick: action.onPress } } : {}),
    ...(length === 'normal' ? {} : TOAST_LENGTHS[length]),
  })
}
