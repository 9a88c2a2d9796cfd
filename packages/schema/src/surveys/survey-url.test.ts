import { Result, Schema, SchemaIssue } from 'effect'
import { describe, expect, test } from 'vitest'
import {
  isStoredSurveyUrl,
  OptionalSurveyUrl,
  RequiredSurveyUrl,
  SURVEY_URL_MAX_LENGTH,
  surveyUrlFault,
} from './survey-url.ts'

const EXAMPLE = 'https://www.example.com/s?id=[%RDUD%]'
const NEITHER = `Must be a valid URL starting with https:// and contain the [%RDUD%] variable, e.g. ${EXAMPLE}]`
const SCHEME = `Survey URL must begin with ${EXAMPLE} e.g. ${EXAMPLE}]`
const PLACEHOLDER = `Survey URL must include [%RDUD%], e.g. ${EXAMPLE}]`

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const required = Schema.Struct({ url: RequiredSurveyUrl })
const open = Schema.Struct({ url: OptionalSurveyUrl })
function messagesOf(schema: Schema.Decoder<unknown>, values: object): readonly string[] {
  const decoded = Schema.decodeUnknownResult(schema, { errors: 'all' })(values)
  return Result.isSuccess(decoded) ? [] : format(decoded.failure.issue).issues.map(({ message }) => message)
}

describe('a survey URL that is typed (§5.1, reading A)', () => {
  test.each([
    'https://a.example/s?id=[%RDUD%]',
    '  https://a.example/[%RDUD%]/x ',
    'https://a.example/?a=[%RDUD%]&b=[%RDUD%]',
    'https://a.example/@me?id=[%RDUD%]&mail=a@b.example',
    'https://ünï.example/?id=[%RDUD%]',
    `https://a.example/?id=[%RDUD%]&x=${'a'.repeat(3000)}`,
  ])('%s is good (§5.1)', url => expect(surveyUrlFault(url)).toBeNull())
  test.each([
    '',
    '   ',
    'a.example',
    'http://a.example',
    'ftp://x',
    'https://a b.example/[%RDUD%]',
    'https://a.example/\t[%RDUD%]',
    'https://?id=[%RDUD%]',
    'https://[%RDUD%].a.example/',
    'https://a.example[%RDUD%]',
    'https://u:[%RDUD%]@a.example/',
    'https://user:pass@a.example/?id=[%RDUD%]',
    'https://user@a.example/?id=[%RDUD%]',
    'https://a.example%40b@c.example/[%RDUD%]',
    'https://@a.example/[%RDUD%]',
    'https:///user@a.example/[%RDUD%]',
    'https://user:pass@[%RDUD%].example/',
  ])('"%s" meets neither rule, or is no address that respondents can be sent to (§5.2)', url =>
    expect(surveyUrlFault(url)).toBe(NEITHER),
  )
  test.each(['a.example/?id=[%RDUD%]', 'http://a.example/?id=[%RDUD%]', 'HTTPS://a.example/?id=[%RDUD%]', '[%RDUD%]'])(
    '"%s" lacks the scheme alone (§5.3)',
    url => expect(surveyUrlFault(url)).toBe(SCHEME),
  )
  test.each([
    'https://a.example',
    'https://[%RDUD%',
    'https://a.example/?id=[%rdud%]',
    'https://a.example/?id=%5B%25RDUD%25%5D',
  ])('"%s" lacks the placeholder alone (§5.4)', url => expect(surveyUrlFault(url)).toBe(PLACEHOLDER))
  test.each([
    [
      'https://a.example/?id=[%RDUD%]&again=%5B%25RDUD%25%5D',
      'Survey URL contains %5B%25RDUD%25%5D: write [%RDUD%], not encoded',
    ],
    ['https://a.example/?a=1&amp;id=[%RDUD%]', 'Survey URL contains &amp;: write & there'],
  ])('%s would not carry the id', (url, fault) => expect(surveyUrlFault(url)).toBe(fault))
  test('one of 8 kB is too long, one of the greatest length is good (§5.1)', () => {
    const ofLength = (length: number) => `https://a.example/?id=[%RDUD%]&x=`.padEnd(length, 'a')
    expect(
      [ofLength(8192), ofLength(SURVEY_URL_MAX_LENGTH + 1), ofLength(SURVEY_URL_MAX_LENGTH)].map(surveyUrlFault),
    ).toEqual(['Survey URL must be at most 4000 characters', 'Survey URL must be at most 4000 characters', null])
  })
})

test.each([
  ['https://a.example/?id=[%RDUD%]', true],
  ['http://a.example/?id=[%rdud%]', true],
  ['HTTP://a.example/?id=[%RdUd%]', true],
  ['ftp://a.example/?id=[%RDUD%]', false],
  ['a.example/?id=[%RDUD%]', false],
  ['http://a.example/', false],
  ['http://user:pass@a.example/?id=[%rdud%]', false],
  ['https://[%RDUD%].a.example/', false],
])('stored, %s is one: %s (§5.1, reading B)', (url, is) => expect(isStoredSurveyUrl(url)).toBe(is))

describe('the field', () => {
  test('that is required asks for a missing or empty value (§5.2, §5.5)', () =>
    expect([
      messagesOf(required, {}),
      messagesOf(required, { url: '' }),
      messagesOf(required, { url: null }),
      messagesOf(required, { url: EXAMPLE }),
    ]).toEqual([[NEITHER], [NEITHER], [NEITHER], []]))
  test('that is optional may be empty, and judges a given value (§5.3, §5.5)', () =>
    expect(
      [{}, { url: '' }, { url: ' ' }, { url: null }, { url: EXAMPLE }, { url: '[%RDUD%]' }, { url: 7 }].map(values =>
        messagesOf(open, values),
      ),
    ).toEqual([[], [], [], [], [], [SCHEME], [NEITHER]]))
})
