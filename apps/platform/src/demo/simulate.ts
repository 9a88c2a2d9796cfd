import { simulateRespondents } from './simulator.ts'

// run by `start` as a process of its own: SIMULATE_URL, SIMULATE_LINK_URL, SIMULATE_PER_MINUTE
const baseUrl = process.env['SIMULATE_URL']
const perMinute = Number(process.env['SIMULATE_PER_MINUTE'])
if (!baseUrl || !(perMinute > 0)) {
  process.stderr.write('SIMULATE_URL and SIMULATE_PER_MINUTE (more than 0) are needed.\n')
  process.exit(1)
}
const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => stopping.abort())
/** An uncaught error is logged whole and ends the process, which the supervisor restarts (F13): it has no state. */
const giveUp = (error: unknown): void => {
  process.stderr.write(
    `${JSON.stringify({ app: 'simulator', msg: 'An uncaught error ends the simulator', error: error instanceof Error ? (error.stack ?? error.message) : String(error) })}\n`,
  )
  process.exit(1)
}
process.on('uncaughtException', giveUp)
process.on('unhandledRejection', giveUp)
process.send?.({ kind: 'ready' })
await simulateRespondents({
  baseUrl,
  linkUrl: process.env['SIMULATE_LINK_URL'],
  perMinute,
  // another one for each start: devices of the last one would be refused as duplicates
  seed: Number(process.env['SIMULATE_SEED'] ?? Date.now()) >>> 0,
  countryHeader: process.env['COUNTRY_HEADER'] || undefined,
  datacentreHeader: process.env['DATACENTRE_HEADER'] || undefined,
  signal: stopping.signal,
  onError: error =>
    process.stderr.write(
      `${JSON.stringify({ app: 'simulator', msg: error instanceof Error ? error.message : String(error) })}\n`,
    ),
})
process.exit(0)
