import { expect, test } from 'vitest'
import { hear, type Hearing } from './hear.ts'

/** A socket that says what the test has it say. */
function speaker() {
  let each: (event: readonly unknown[], next: () => void) => void = () => undefined
  return {
    use: (given: typeof each) => void (each = given),
    say: (...event: unknown[]) => new Promise(resolve => each([...event, resolve], () => resolve('passed on'))),
    sayWithoutListening: (...event: unknown[]) => each(event, () => undefined),
  }
}

const refuse = ({ status }: { readonly status: number }, given: unknown): unknown => ({ status, given })
const heard = (act: (given: string) => unknown): Hearing[keyof Hearing] => ({
  act,
  refuse,
  nonsense: 'No.',
  isAnswered: true,
})

function stage() {
  const reported: unknown[] = []
  const socket = speaker()
  const acted: string[] = []
  hear(
    socket,
    {
      watch: heard(() => Promise.reject(new Error('later'))),
      unwatch: heard(topic => {
        acted.push(topic)
        return null
      }),
      token: heard(() => {
        throw new Error('at once')
      }),
    },
    {
      refused: message => reported.push(message),
      failed: (message, error) => reported.push([message, (error as Error).message]),
    },
  )
  return { socket, reported, acted }
}

test('a handler that fails, at once or later, answers 500 and is reported; nothing is thrown or rejected (F12)', async () => {
  const { socket, reported } = stage()
  expect([await socket.say('watch', 'projects'), await socket.say('token', 'abc'), reported]).toEqual([
    { status: 500, given: 'projects' },
    { status: 500, given: 'abc' },
    [
      ['watch', 'later'],
      ['token', 'at once'],
    ],
  ])
})

test('a message without an acknowledgement, or that cannot be read, has no effect', () => {
  const { socket, reported, acted } = stage()
  socket.sayWithoutListening('unwatch', 'projects')
  socket.sayWithoutListening('unwatch', 'projects', {})
  socket.sayWithoutListening('toString')
  socket.sayWithoutListening()
  expect([acted, reported]).toEqual([[], ['unwatch', 'unwatch', 'unknown', 'unknown']])
})
