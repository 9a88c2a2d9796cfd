/** A process that runs an embedded server until killed, for tests. Usage: hold-embedded DATA_DIR */
import { startEmbedded } from '#kernel/db/embedded'
import { silentLog } from './test-server.ts'

process.on('message', () => {}) // an embedded server alone does not keep its process alive; an open channel does
const dataDir = process.argv[2] ?? ''
try {
  const { url } = await startEmbedded({ dataDir, log: silentLog })
  process.send?.({ url })
} catch (error) {
  process.send?.({ refused: (error as Error).message })
  process.exitCode = 1
  process.disconnect()
}
