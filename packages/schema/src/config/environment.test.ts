import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  address,
  describeProblems,
  flag,
  milliseconds,
  oneOf,
  optional,
  path,
  port,
  readEnvironment,
  SHARED_SETTINGS,
  wholeNumber,
} from './environment.ts'

const SETTINGS = {
  A_PORT: port(4400),
  A_PATH: path('.data'),
  A_FLAG: flag(true),
  A_NUMBER: wholeNumber(60, 0),
  A_TIME: milliseconds(500),
  A_WORD: oneOf(['red', 'green'], 'red'),
  AN_ADDRESS: optional(address(['http:', 'https:'], 'https://desk.example.com')),
  A_SECRET: optional(address(['postgres:'], 'postgres://127.0.0.1/desk', true)),
}

test('an empty environment gives every fallback', () => {
  const fallbacks = {
    A_PORT: 4400,
    A_PATH: '.data',
    A_FLAG: true,
    A_NUMBER: 60,
    A_TIME: 500,
    A_WORD: 'red',
    AN_ADDRESS: undefined,
    A_SECRET: undefined,
  }
  expect(readEnvironment(SETTINGS, {})).toEqual({ config: fallbacks })
  expect(readEnvironment(SETTINGS, { A_PORT: '', A_FLAG: '  ', A_SECRET: '' })).toEqual({ config: fallbacks })
})

test('a value is read from the file that the variable with _FILE names (operate.md §2)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secret')
  writeFileSync(file, 'postgres://u:p@h/d\n')
  const read = readEnvironment(SETTINGS, { A_SECRET_FILE: file })
  expect(read).toMatchObject({ config: { A_SECRET: 'postgres://u:p@h/d' } })
  const missing = join(folder, 'none')
  expect(readEnvironment(SETTINGS, { A_SECRET_FILE: missing, A_PORT: '1', A_PORT_FILE: file })).toEqual({
    problems: [
      { name: 'A_PORT_FILE', value: file, message: 'A_PORT and A_PORT_FILE are both set; leave one out' },
      {
        name: 'A_SECRET_FILE',
        value: missing,
        message: `A_SECRET_FILE names a file that cannot be read (ENOENT: no such file or directory, open '${missing}')`,
      },
    ],
  })
  writeFileSync(file, 'nothing of the kind')
  expect(JSON.stringify(readEnvironment(SETTINGS, { A_SECRET_FILE: file }))).not.toContain('nothing')
})

test('valid values are read in their types', () => {
  const env = {
    A_PORT: '0',
    A_PATH: '/srv/desk',
    A_FLAG: '0',
    A_NUMBER: '0',
    A_TIME: '1',
    A_WORD: ' green ',
    AN_ADDRESS: 'http://10.0.0.1:8080/',
    A_SECRET: 'postgres://u:p@h/d',
    OTHER: 'x',
  }
  expect(readEnvironment(SETTINGS, env)).toEqual({
    config: {
      A_PORT: 0,
      A_PATH: '/srv/desk',
      A_FLAG: false,
      A_NUMBER: 0,
      A_TIME: 1,
      A_WORD: 'green',
      AN_ADDRESS: 'http://10.0.0.1:8080/',
      A_SECRET: 'postgres://u:p@h/d',
    },
  })
})

test('all bad values are reported at once, and a secret is never shown', () => {
  const env = {
    A_PORT: '65536',
    A_PATH: 'a\0b',
    A_FLAG: 'yes',
    A_NUMBER: '1.5',
    A_TIME: '0',
    A_WORD: 'Red',
    AN_ADDRESS: 'ftp://x',
    A_SECRET: 'hunter2',
  }
  expect(readEnvironment(SETTINGS, env)).toEqual({
    problems: [
      { name: 'A_PORT', value: '65536', message: 'A_PORT must be a port from 0 to 65535; it is "65536"' },
      { name: 'A_PATH', value: 'a\0b', message: 'A_PATH must be a path; it is "a\\u0000b"' },
      { name: 'A_FLAG', value: 'yes', message: 'A_FLAG must be 1 or 0; it is "yes"' },
      { name: 'A_NUMBER', value: '1.5', message: 'A_NUMBER must be a whole number of 0 or more; it is "1.5"' },
      { name: 'A_TIME', value: '0', message: 'A_TIME must be a time in milliseconds of 1 or more; it is "0"' },
      { name: 'A_WORD', value: 'Red', message: 'A_WORD must be one of red, green; it is "Red"' },
      {
        name: 'AN_ADDRESS',
        value: 'ftp://x',
        message: 'AN_ADDRESS must be an address like https://desk.example.com; it is "ftp://x"',
      },
      {
        name: 'A_SECRET',
        value: '(hidden)',
        message: 'A_SECRET must be an address like postgres://127.0.0.1/desk; it is something else',
      },
    ],
  })
})

test.each(['-1', '+1', '1e3', '0x10', '1 0', '99999999999', 'NaN', 'Infinity', '１'])('%j is no port', text => {
  expect(readEnvironment({ A_PORT: port(7) }, { A_PORT: text })).toEqual({
    problems: [
      { name: 'A_PORT', value: text, message: `A_PORT must be a port from 0 to 65535; it is ${JSON.stringify(text)}` },
    ],
  })
})

test('a feed token that is short or has spaces is refused without showing it', () => {
  const settings = { FEED_TOKEN: SHARED_SETTINGS.FEED_TOKEN }
  const token = 'x'.repeat(32)
  const refused = {
    problems: [
      {
        name: 'FEED_TOKEN',
        value: '(hidden)',
        message: 'FEED_TOKEN must be a token of at least 32 printable characters without spaces; it is something else',
      },
    ],
  }
  expect(readEnvironment(settings, { FEED_TOKEN: token })).toEqual({ config: { FEED_TOKEN: token } })
  expect(readEnvironment(settings, { FEED_TOKEN: token.slice(1) })).toEqual(refused)
  expect(readEnvironment(settings, { FEED_TOKEN: `${token} x` })).toEqual(refused)
})

test('the printed text has a line for each problem', () => {
  expect(
    describeProblems([
      { name: 'A', value: '1', message: 'A must be 2; it is "1"' },
      { name: 'B', value: '1', message: 'B must be 3; it is "1"' },
    ]),
  ).toEqual('Sample Desk cannot start with this environment:\n  A must be 2; it is "1"\n  B must be 3; it is "1"')
})
