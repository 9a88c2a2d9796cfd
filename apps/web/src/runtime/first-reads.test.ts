import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { APP_SHELL_QUERY } from './query.ts'
import { firstReads, MOST_WAIT_MS, PAINT_MS } from './first-reads.ts'

/** Reads that are answered when the test says so, and timers that elapse when it says so. */
function begun() {
  const queryClient = new QueryClient()
  const timers: { readonly delayMs: number; readonly act: () => void }[] = []
  const state = { isResolved: false }
  void firstReads(queryClient, (delayMs, act) => void timers.push({ delayMs, act })).then(
    () => (state.isResolved = true),
  )
  const read = (name: string, isOfShell = false) => {
    let answer = () => {}
    const answered = queryClient.fetchQuery({
      ...(isOfShell ? APP_SHELL_QUERY : {}),
      queryKey: [name],
      queryFn: () => new Promise<null>(resolve => (answer = () => resolve(null))),
    })
    return async () => {
      answer()
      await answered
      await new Promise(resolve => setImmediate(resolve))
    }
  }
  const elapse = async (delayMs: number) => {
    for (const timer of timers.filter(one => one.delayMs === delayMs)) timer.act()
    await Promise.resolve()
    return state.isResolved
  }
  return { timers, read, elapse }
}

test('what can wait waits until every read of the first screen is answered, and painted', async () => {
  const { timers, read, elapse } = begun()
  const [answerOne, answerOther] = [read('projects'), read('figures')]
  await answerOne()
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([MOST_WAIT_MS])
  await answerOther()
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([MOST_WAIT_MS, PAINT_MS])
  expect(await elapse(PAINT_MS)).toBe(true)
})

test('what the shell reads before the screen is no beginning', async () => {
  const { timers, read, elapse } = begun()
  await read('logo', true)()
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([MOST_WAIT_MS])
  await read('projects')()
  expect(await elapse(PAINT_MS)).toBe(true)
})

test('a read that begins while the ones before are painted is waited for, too', async () => {
  const { read, elapse } = begun()
  await read('projects')()
  const answerFigures = read('figures')
  expect(await elapse(PAINT_MS)).toBe(false)
  await answerFigures()
  expect(await elapse(PAINT_MS)).toBe(true)
})

test('it does not wait for ever, be nothing read or nothing answered', async () => {
  const [nothingRead, nothingAnswered] = [begun(), begun()]
  nothingAnswered.read('projects')
  expect([
    await nothingRead.elapse(PAINT_MS),
    await nothingRead.elapse(MOST_WAIT_MS),
    await nothingAnswered.elapse(MOST_WAIT_MS),
  ]).toEqual([false, true, true])
})
