import { createServer } from 'node:net'

const FIRST_PORT = 7_100
const LAST_PORT = 7_499
const SHARE = 100

const given = new Set<number>()

/**
 * Gives a port without a listener, below the range from which the system takes those of outgoing connections: a server
 * that goes away and comes back finds it free. Each test worker has a share of its own.
 */
export async function stablePort(): Promise<number> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 0)
  const from = FIRST_PORT + ((worker * SHARE) % (LAST_PORT + 1 - FIRST_PORT))
  for (let port = from; port < from + SHARE; port++) {
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
  throw new Error(`No port from ${from} to ${from + SHARE - 1} is free.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
