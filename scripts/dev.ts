import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { ChildEnded } from './child-process.ts'
import { greeting, startDesk, type StartedDesk } from './desk.ts'
import { PROGRAM_SOURCES } from './programs.ts'
import { endOnSetupProblems } from './setup-problems.ts'
import { onStarterEnded } from './starters.ts'

const VITE_PORT = 5173
const SERVER_SOURCES = [
  'apps/platform/src',
  'apps/gateway/src',
  'packages/schema/src',
  'packages/machines/src',
  'packages/api/src',
]
/** The time within which saves count as one change, for editors that save all files at once. */
const SETTLE_MS = 200

/** Platform and gateway, restarted when one of their files changes, and the web client from Vite with reload while editing. */
async function main(): Promise<void> {
  endOnSetupProblems()
  let desk: StartedDesk | null = await startDesk(PROGRAM_SOURCES)
  const vite = spawn(join('node_modules', '.bin', 'vite'), ['--port', String(VITE_PORT), '--strictPort'], {
    cwd: join('apps', 'web'),
    stdio: 'inherit',
  })
  console.log(
    greeting({
      ...desk,
      address: `http://127.0.0.1:${VITE_PORT} (with reload), and the last build at ${desk.address}`,
    }),
  )

  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    vite.kill('SIGTERM')
    await desk?.stop()
    process.exit(0)
  }

  /** One restart after the other, and one more when something changed during it. */
  let isRestarting = false
  let hasChanged = false
  const restart = async (): Promise<void> => {
    hasChanged = true
    if (isRestarting) return
    isRestarting = true
    while (hasChanged && !stopping) {
      hasChanged = false
      const startedAtMs = performance.now()
      await desk?.stop()
      desk = await startDesk(PROGRAM_SOURCES).catch((error: unknown) => {
        // the child has named the fault of the file; the next change tries again
        if (!(error instanceof ChildEnded)) console.error(error)
        return null
      })
      if (desk)
        console.log(
          `  Platform and gateway run again after a change (${((performance.now() - startedAtMs) / 1000).toFixed(1)} s).`,
        )
    }
    isRestarting = false
  }
  let settling: NodeJS.Timeout | undefined
  for (const folder of SERVER_SOURCES) {
    watch(folder, { recursive: true }, (_, file) => {
      if (file === null || !file.endsWith('.ts') || file.endsWith('.test.ts')) return
      clearTimeout(settling)
      settling = setTimeout(() => void restart(), SETTLE_MS)
    })
  }

  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  onStarterEnded(() => void stop())
  await new Promise(resolve => vite.once('exit', resolve))
  await stop()
}

await main()
