import { ChildEnded } from './child-process.ts'
import { serveDesk } from './serve-desk.ts'
import { buildPrograms } from './programs.ts'
import { endOnSetupProblems } from './setup-problems.ts'
import { buildWeb } from './web-build.ts'

async function main(): Promise<void> {
  endOnSetupProblems()
  // a build from elsewhere is served as it is
  const [programs] = await Promise.all([buildPrograms(), process.env['WEB_ROOT'] ? null : buildWeb()])
  await serveDesk(programs)
}

main().catch((error: unknown) => {
  // the child itself has named the fault
  if (!(error instanceof ChildEnded)) console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
