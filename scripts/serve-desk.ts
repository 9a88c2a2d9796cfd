import { greeting, startDesk } from './desk.ts'
import type { Programs } from './programs.ts'
import { onStarterEnded } from './starters.ts'

/** Runs a desk until a signal ends this process. */
export async function serveDesk(programs: Programs, commands?: string): Promise<void> {
  const desk = await startDesk(programs, commands)
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
