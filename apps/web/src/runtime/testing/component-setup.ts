import { afterEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import '#ui/base.css'

afterEach(cleanup)
