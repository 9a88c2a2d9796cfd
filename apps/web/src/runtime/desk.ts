import { browserPorts } from './browser-ports.ts'
import { createDesk, type Desk } from './create-desk.ts'

export type { Desk } from './create-desk.ts'

/** The desk of this tab. */
export const desk: Desk = createDesk(browserPorts(window))
