import { KNOWN_WEAK } from '@desk/platform/identity/passwords/password-refusals'
import { issuePasswordToken } from '@desk/platform/identity/password-reset/password-links'
import { usePlatform, type Answer, type TestPlatform } from '@desk/platform/testing/platform'
import { StudyMaker, TEST_PASSWORD } from '@desk/platform/testing/study'
import { describe, expect, test } from 'vitest'

const byDefault = usePlatform()
const nist = usePlatform({ passwordPolicy: 'nist' })

const CONFIRMED = { present_password: TEST_PASSWORD }

/** Every way to set a password. @returns the messages at its field; empty when it is set */
const WAYS: readonly (readonly [how: string, set: (platform: TestPlatform, password: string) => Promise<Answer>])[] = [
  [
    'changing the own one',
    async (platform, password) => {
      const { username } = await newUser(platform)
      return platform.call('POST', '/v1/update-password', {
        token: await platform.signIn(username, TEST_PASSWORD),
        body: { password: TEST_PASSWORD, new_password: password },
      })
    },
  ],
  [
    'in the own settings',
    async (platform, password) => {
      const { userId, username } = await newUser(platform)
      return platform.call('PUT', `/v1/users/${userId}`, {
        token: await platform.signIn(username, TEST_PASSWORD),
        body: { password, confirm_password: password, confirmation: CONFIRMED },
      })
    },
  ],
  [
    'by an admin',
    async (platform, password) => {
      const { accountId, username } = await newUser(platform)
      const { userId } = await new StudyMaker(platform.database).user({ accountId })
      return platform.call('PUT', `/v1/users/${userId}`, {
        token: await platform.signIn(username, TEST_PASSWORD),
        body: { password, confirm_password: password, confirmation: CONFIRMED },
      })
    },
  ],
  [
    'by the link of a mail',
    async (platform, password) => {
      const { userId } = await newUser(platform)
      const link = await platform.database.asSystem(tx => issuePasswordToken(tx, userId, 'reset', new Date()))
      return platform.call('POST', `/v1/reset-password/${link}`, { body: { password, confirm_password: password } })
    },
  ],
]

async function newUser({ database }: TestPlatform): Promise<{ accountId: number; userId: number; username: string }> {
  const maker = new StudyMaker(database)
  const accountId = await maker.account({ name: 'Acme' })
  return { accountId, ...(await maker.user({ accountId })) }
}

const messagesOf = ({ body }: Answer): string[] =>
  (body.details ?? []).flatMap(({ path, message }: { path: string[]; message: string }) =>
    path[0] === 'confirm_password' ? [] : [message],
  )

describe('every way to set a password keeps the same rules (S7)', () => {
  test.each(WAYS)('%s: those of §5.25 by default, and no known one (§5.25, S7)', async (_, set) => {
    const messages = []
    for (const password of [
      'Ab1!',
      'kettle-brass-9',
      'KETTLE-BRASS-9',
      'Kettle-brass-x',
      'KettleBrass99',
      'Welcome123!',
      'Kettle-brass-9',
    ])
      messages.push(messagesOf(await set(byDefault(), password)))
    expect(messages).toEqual([
      ['Password must be at least 8 characters'],
      ['Password must contain at least one uppercase letter'],
      ['Password must contain at least one lowercase letter'],
      ['Password must contain at least one digit'],
      ['Password must contain at least one symbol'],
      [KNOWN_WEAK],
      [],
    ])
  })

  test.each(WAYS)('%s: 15 characters of any kind where the policy is nist, and no known one', async (_, set) => {
    const messages = []
    for (const password of ['Kettle-brass-9', 'correcthorsebatterystaple', 'kettle brass kettle'])
      messages.push(messagesOf(await set(nist(), password)))
    expect(messages).toEqual([['Password must be at least 15 characters'], [KNOWN_WEAK], []])
  })
})
