import { toast } from 'sonner'
import { afterEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import '#ui/base.css'

afterEach(async () => {
  await cleanup()
  // toasts stand beside the page's own root, and would lie over what the next test presses
  toast.dismiss()
})
