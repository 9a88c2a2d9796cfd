import { expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'

const plain = usePlatform({ publicUrl: 'http://desk.test' })
const secure = usePlatform({ publicUrl: 'https://desk.test' })
const wide = usePlatform({ publicUrl: 'https://desk.test', hstsIncludeSubDomains: true })

test('only a desk with an https address requires https, and includes subdomains only if configured (S5)', async () => {
  const answers = await Promise.all([plain(), secure(), wide()].map(({ call }) => call('GET', '/v1/projects')))
  expect(answers.map(({ headers }) => headers.get('strict-transport-security'))).toEqual([
    null,
    'max-age=31536000',
    'max-age=31536000; includeSubDomains',
  ])
})
