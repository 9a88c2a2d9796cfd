import { createContext } from 'react'

/** Whether what is drawn shows a recording: what is still to come then was not recorded, and never comes. */
export const RecordedContext = createContext(false)

/** What stands where something was that is not in a recording. */
export const NOT_RECORDED_TEXT = 'Not recorded'
