import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { openBackend } from '../proxy/backend.ts'
import { BodyReader } from '../proxy/body-reader.ts'
import { FRONT_LIMITS } from '../proxy/front-limits.ts'
import { passOn } from '../proxy/pass-on.ts'

type Backend = ReturnType<typeof openBackend>

/** Serves for one test; gives the address. */
async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  onTestFinished(() => server.close().closeAllConnections())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return `http://127.0.0.1:${port}`
}

/**
 * The address at which a platform's answers are passed on, as long as it is not silent for longer than it may be.
 * @param seen changes what the test sees of the connection to the platform
 */
export async function passedOn(
  platform: RequestListener,
  silenceMs: number,
  seen: (backend: Backend) => Backend = backend => backend,
): Promise<string> {
  const backend = openBackend(await listen(platform), 1)
  onTestFinished(() => backend.close())
  const pass = passOn({
    backend: seen(backend),
    bodies: new BodyReader(FRONT_LIMITS.bodies),
    limitsOf: () => ({ maxBytes: 0, withinMs: 0 }),
    isProxy: () => false,
    maxOfAddress: 1,
    silenceMs,
    log: pino({ level: 'silent' }),
  })
  return listen((request, response) => void pass(request, response))
}
