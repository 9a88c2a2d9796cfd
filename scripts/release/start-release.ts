import { fileURLToPath } from 'node:url'
import { ChildEnded } from '../child-process.ts'
import { serveDesk } from '../serve-desk.ts'
import { endOnSetupProblems } from '../setup-problems.ts'

/** A program of the release: this module lies two folders below its root. */
const programOf = (name: string): string => fileURLToPath(new URL(`../../bin/${name}.mjs`, import.meta.url))

endOnSetupProblems()
const programs = {
  platform: programOf('platform'),
  gateway: programOf('gateway'),
  simulator: programOf('simulator'),
}
serveDesk(programs, `node ${programOf('desk')}`).catch((error: unknown) => {
  // the child itself has named the fault
  if (!(error instanceof ChildEnded)) console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
