import { toast } from 'sonner'
import { afterEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import '#ui/base.css'

afterEach(async () => {
  await cleanup()
  // toasts are outside the page's own root, and would cover the targets of the next test
  toast.dismiss()
})
