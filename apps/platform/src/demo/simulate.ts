import { simulateRespondents } from './simulator.ts'

// run by `start` as a process of its own: SIMULATE_URL, SIMULATE_PER_MINUTE
const baseUrl = process.env['SIMULATE_URL']
const perMinute = Number(process.env['SIMULATE_PER_MINUTE'])
if (!baseUrl || !(perMinute > 0)) {
  process.stderr.write('SIMULATE_URL and SIMULATE_PER_MINUTE (more than 0) are needed.\n')
  process.exit(1)
}
const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => stopping.abort())
await simulateRespondents({
  baseUrl,
  perMinute,
  signal: stopping.signal,
  onError: error => process.stderr.write(`${JSON.stringify({ app: 'simulator', msg: error instanceof Error ? error.message : String(error) })}\n`),
})
process.exit(0)
