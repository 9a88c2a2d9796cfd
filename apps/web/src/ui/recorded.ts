import type { OpenMenu } from '@desk/schema/journal/open-menu'
import { createContext } from 'react'

/** Whether the page shows a recording, where missing data was not recorded and never comes. */
export const RecordedContext = createContext(false)

/** Writes the menu that opened into the journal; null: it closed. */
export const MenuJournalContext = createContext<(menu: OpenMenu | null) => void>(() => {})

/** The text in place of data that is not in a recording. */
export const NOT_RECORDED_TEXT = 'Not recorded'
