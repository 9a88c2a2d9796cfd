import { ChildEnded } from './child-process.ts'
import { greeting, startDesk } from './desk.ts'
import { buildPrograms } from './programs.ts'
import { endOnSetupProblems } from './setup-problems.ts'
import { onStarterEnded } from './starters.ts'
import { buildWeb } from './web-build.ts'

async function main(): Promise<void> {
  endOnSetupProblems()
  // a build from elsewhere is served as it is
  const [programs] = await Promise.all([buildPrograms(), process.env['WEB_ROOT'] ? null : buildWeb()])
  const desk = await startDesk(programs)
  console.log(greeting(desk))

  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    await desk.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  onStarterEnded(() => void stop())
}

main().catch((error: unknown) => {
  // the child itself has named the fault
  if (!(error instanceof ChildEnded)) console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
