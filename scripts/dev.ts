import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { greeting, startDesk } from './desk.ts'
import { onStarterEnded } from './starters.ts'

const VITE_PORT = 5173

/** Platform and gateway as they are, and the web client from Vite with reload while editing; restart it for changes on the servers. */
async function main(): Promise<void> {
  const desk = await startDesk()
  const vite = spawn(join('node_modules', '.bin', 'vite'), ['--port', String(VITE_PORT), '--strictPort'], { cwd: join('apps', 'web'), stdio: 'inherit' })
  console.log(greeting({ ...desk, address: `http://127.0.0.1:${VITE_PORT} (with reload), and the last build at ${desk.address}` }))
  const stop = async (): Promise<void> => {
    vite.kill('SIGTERM')
    await desk.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  onStarterEnded(() => void stop())
  await Promise.race([desk.broken, new Promise(resolve => vite.once('exit', resolve))])
  await stop()
}

await main()
