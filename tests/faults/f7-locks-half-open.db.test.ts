import { AdvisoryLocks } from '@desk/platform/kernel/db/advisory-lock'
import { Outage } from '@desk/platform/kernel/db/outage'
import { useDatabase } from '@desk/platform/testing/database/harness'
import { connectAsOwner, silentLog } from '@desk/platform/testing/database/test-server'
import { expect, onTestFinished, test } from 'vitest'
import { layWire } from './stage/wire.ts'

const fresh = useDatabase()

/** A database's address by way of a wire. */
function by(wire: string, database: string): string {
  const url = new URL(database)
  url.host = new URL(wire).host
  return url.href
}

const TIMES = { heartbeatMs: 100, answerTimeoutMs: 300, silenceMs: 1_000 }

const open = (url: string) => {
  const locks = new AdvisoryLocks(url, silentLog, new Outage(silentLog), TIMES)
  onTestFinished(() => locks.close())
  return locks
}

test('F7: a process whose network fails without a word hears that its lock is lost, and another one gets it', async () => {
  const { url } = fresh()
  const wire = await layWire(url)
  const [cutOff, other] = [open(by(wire.url, url)), open(url)]
  const outcome = await cutOff.run('sweep', async lost => {
    const noticed = new Promise<void>(resolve => lost.addEventListener('abort', () => resolve(), { once: true }))
    const before = await other.run('sweep', async () => 'too early')
    wire.fallSilent()
    await noticed
    await expect.poll(() => other.run('sweep', async () => 'taken over')).toEqual({ held: true, value: 'taken over' })
    return before
  })
  expect([outcome, await cutOff.run('sweep', async () => 'again')]).toEqual([
    { held: true, value: { held: false } },
    { held: true, value: 'again' },
  ])
})

test('a lock is held while its work is longer than the server waits for a silent holder', async () => {
  const { url } = fresh()
  const [holder, other] = [open(url), open(url)]
  const outcome = await holder.run('long', async lost => {
    await endOfSilent(url)
    return [lost.aborted, await other.run('long', async () => 'stolen')]
  })
  expect(outcome).toEqual({ held: true, value: [false, { held: false }] })
})

/** Waits until the server has ended a connection that says nothing. */
async function endOfSilent(url: string): Promise<void> {
  const silent = await connectAsOwner(url)
  const ended = new Promise<void>(resolve => silent.once('error', () => resolve()))
  await silent.query(`set idle_session_timeout = ${TIMES.silenceMs}`)
  await ended
  await silent.end()
}
