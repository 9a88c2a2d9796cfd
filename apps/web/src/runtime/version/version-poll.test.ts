import { expect, test } from 'vitest'
import { openVersionPoll } from './version-poll.ts'

type Answer = () => Response
const version =
  (buildDate: unknown): Answer =>
  () =>
    Response.json({ buildDate })

/** Polls once for each answer, then presses Reload where it is offered; gives all that was done. */
async function polled(answers: readonly Answer[], isLocalDevelopment = false) {
  const done: unknown[] = []
  const timers: (() => void)[] = []
  let reads = 0
  let reload: (() => void) | undefined
  const poll = openVersionPoll({
    app: { join: () => () => {} },
    fetch: async path => {
      done.push(path)
      return answers[reads++]!()
    },
    nowMs: () => 1_000 + reads,
    after: (delayMs, act) => {
      done.push(['wait', delayMs])
      timers.push(act)
    },
    reload: delayMs => void done.push(['reload', delayMs]),
    log: message => void done.push(['log', message]),
    onNewer: load => {
      done.push('newer')
      reload = load
    },
    onFault: fault => void done.push(fault),
  })
  poll.send({ type: 'version.pollRequested', isLocalDevelopment, buildDate: null })
  for (let turn = 0; turn < answers.length; turn += 1) {
    for (let wait = 0; wait < 5; wait += 1) await new Promise(resolve => setImmediate(resolve))
    if (turn < answers.length - 1) timers.shift()?.()
  }
  reload?.()
  return done
}

const WAIT = ['wait', 30_000]

test('the version file is read with a timestamp query, 30,000 ms after each answer, until its buildDate changes (§4.10, §7.34, §9.3, api:V1)', async () => {
  expect(await polled([version('a'), version('a'), version('b')])).toEqual([
    '/version.json?t=1000',
    WAIT,
    '/version.json?t=1001',
    WAIT,
    '/version.json?t=1002',
    'newer',
    ['reload', 0],
  ])
})

test('whatever goes wrong is logged, and the file is read again (§8.10)', async () => {
  const lost: Answer = () => {
    throw new TypeError('Failed to fetch')
  }
  const failed: Answer = () => new Response('Oh', { status: 503 })
  expect(await polled([lost, failed, version(7), version('a')])).toEqual([
    '/version.json?t=1000',
    ['log', 'Failed to fetch'],
    WAIT,
    '/version.json?t=1001',
    ['log', '/version.json answered 503.'],
    WAIT,
    '/version.json?t=1002',
    ['log', '/version.json names no buildDate.'],
    WAIT,
    '/version.json?t=1003',
    WAIT,
  ])
})

test('in local development nothing is read (§4.10)', async () => {
  expect(await polled([version('a')], true)).toEqual([])
})
