import { expect, test } from 'vitest'
import { singleFlight } from './single-flight.ts'

test('concurrent callers with the same question share the answer or failure; a later caller asks again', async () => {
  const ask = singleFlight<string>()
  const asked: {
    readonly key: string
    readonly answer: (text: string) => void
    readonly fail: (error: Error) => void
  }[] = []
  const question = (key: string): Promise<string> =>
    ask(key, () => new Promise((answer, fail) => asked.push({ key, answer, fail })))
  const [first, same, other] = [question('a'), question('a'), question('b')]
  asked[0]!.answer('yes')
  asked[1]!.fail(new Error('away'))
  expect([await first, await same, await other.catch((error: Error) => error.message)]).toEqual(['yes', 'yes', 'away'])
  const later = question('b')
  asked[2]!.answer('no')
  expect([await later, asked.map(({ key }) => key)]).toEqual(['no', ['a', 'b', 'b']])
})
