import { expect, test } from 'vitest'
import { TEST_FEED_TOKEN, usePlatform } from '#testing/platform'

const platform = usePlatform()

test('the feed is for the gateway alone', async () => {
  const answers = await Promise.all(
    [{}, { token: 'guess' }, { token: TEST_FEED_TOKEN }].map(options => platform().call('GET', '/v1/changes', options)),
  )
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 200])
  expect(answers[2]?.body).toEqual({
    cursor: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    reset: true,
    sources: [],
    surveys: [],
    projects: [],
    hours: [],
    statuses: [],
    ended_sessions: [],
  })
})

test('an invalid cursor or wait is refused clearly (I1)', async () => {
  const queries = [
    'after=x',
    'after=-1',
    `after=${'9'.repeat(21)}`,
    'wait=x',
    'wait=-1',
    'wait=31',
    'wait=1e400',
    'after=99999999999999999999',
  ]
  const answers = await Promise.all(
    queries.map(query => platform().call('GET', `/v1/changes?${query}`, { token: TEST_FEED_TOKEN })),
  )
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422, 422, 200])
})
