import { ChildEnded } from './child-process.ts'
import { greeting, startDesk } from './desk.ts'
import { onStarterEnded } from './starters.ts'
import { buildWeb } from './web-build.ts'

async function main(): Promise<void> {
  await buildWeb()
  const desk = await startDesk()
  console.log(greeting(desk))

  let stopping = false
  const stop = async (code: number): Promise<void> => {
    if (stopping) return
    stopping = true
    await desk.stop()
    process.exit(code)
  }
  process.on('SIGTERM', () => void stop(0))
  process.on('SIGINT', () => void stop(0))
  onStarterEnded(() => void stop(0))
  const ended = await desk.broken
  if (stopping) return
  console.error(`The ${ended.name} ended unexpectedly (${ended.signal ?? `code ${ended.code}`}); its last words are above.`)
  await stop(1)
}

main().catch((error: unknown) => {
  // what was wrong has been said by the child itself
  if (!(error instanceof ChildEnded)) console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
