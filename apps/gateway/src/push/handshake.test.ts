import { PUSH_PROTOCOL_VERSION } from '@desk/schema/push/frames'
import { expect, test } from 'vitest'
import { takeToken } from './handshake.ts'

test.each([
  ['admitted', { protocol: PUSH_PROTOCOL_VERSION, token: 'good' }, 'good', { protocol: PUSH_PROTOCOL_VERSION }],
  [
    'of another version',
    { protocol: 0, token: 'good' },
    { ok: false, status: 426, message: 'The desk has been updated. Please reload the page.' },
    { protocol: 0 },
  ],
  [
    'with a token that is none',
    { protocol: PUSH_PROTOCOL_VERSION, token: 'with space' },
    { ok: false, status: 401, message: 'A token is needed to connect.' },
    { protocol: PUSH_PROTOCOL_VERSION },
  ],
])('a handshake that is %s holds its token no longer (S4)', (_, auth, taken, left) => {
  const handshake = { auth: { ...auth } }
  expect([takeToken(handshake), handshake.auth]).toEqual([taken, left])
})
