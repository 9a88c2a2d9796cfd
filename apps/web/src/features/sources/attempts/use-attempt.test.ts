import { expect, test } from 'vitest'
import { ApiError } from '#runtime/api/api-error.ts'
import { keysOfAttempts } from './use-attempt.ts'

const lost = new ApiError({ status: 0, message: 'No answer' })
const refused = new ApiError({ status: 409, message: 'Changed in the meantime' })

test('a repeated call keeps its key until it is answered; after an answer, or for another call, the key is new', async () => {
  let made = 0
  const { under } = keysOfAttempts(() => `key ${++made}`)
  const sent: string[] = []
  const send = (wanted: string, failure: Error | null) =>
    under(wanted, key => {
      sent.push(`${wanted}: ${key}`)
      return failure === null ? Promise.resolve('made') : Promise.reject(failure)
    }).catch((thrown: unknown) => thrown)
  expect([
    await send('copy to 5', lost),
    await send('copy to 5', lost),
    await send('copy to 5', refused),
    await send('copy to 5', lost),
    await send('copy to 6', lost),
    await send('copy to 6', null),
    await send('copy to 6', null),
    await send('copy to 5', null),
  ]).toEqual([lost, lost, refused, lost, lost, 'made', 'made', 'made'])
  expect(sent).toEqual([
    'copy to 5: key 1',
    'copy to 5: key 1',
    'copy to 5: key 1',
    'copy to 5: key 2',
    'copy to 6: key 3',
    'copy to 6: key 3',
    'copy to 6: key 4',
    'copy to 5: key 2',
  ])
})
