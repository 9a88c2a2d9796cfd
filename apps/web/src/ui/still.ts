import { createContext } from 'react'

/** Where a piece is shown as a picture of what somebody saw: a dialog then stands in its place instead of over the page, and takes no focus. */
export const StillContext = createContext(false)
