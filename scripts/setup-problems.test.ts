import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { setupProblems } from './setup-problems.ts'

const BAD = {
  PORT: '70000',
  PASSWORD_POLICY: 'strict',
  JOURNAL_DAYS: '0',
  SECRET_KEY: 'short',
  TRUST_FORWARDED_FOR: 'yes',
  FRAME_ORIGINS: 'http://reports.example.com',
}
const SAID = [
  'PORT must be a port from 0 to 65535; it is "70000"',
  'TRUST_FORWARDED_FOR must be 1 or 0; it is "yes"',
  'PASSWORD_POLICY must be one of desk, nist; it is "strict"',
  'SECRET_KEY must be a key of at least 32 printable characters without spaces; it is something else',
  'JOURNAL_DAYS must be a whole number from 1 to 3650; it is "0"',
  'FRAME_ORIGINS must be https origins with commas between, like https://app.powerbi.com; it is "http://reports.example.com"',
]

test('the faults in the settings of platform and gateway are reported together, a shared one once', () => {
  expect([setupProblems({}), setupProblems(BAD).map(({ message }) => message)]).toEqual([[], SAID])
})

test.each(['start', 'dev'])(
  '%s tells all of it at once and ends, before anything is built, starts or says that it answers',
  async script => {
    const child = spawn(process.execPath, ['--import', 'tsx', `scripts/${script}.ts`], {
      env: { ...process.env, ...BAD },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = { out: '', err: '' }
    child.stdout.on('data', (data: Buffer) => (said.out += data.toString()))
    child.stderr.on('data', (data: Buffer) => (said.err += data.toString()))
    const code = await new Promise(resolve => child.once('close', resolve))
    expect([code, said.out, said.err]).toEqual([
      1,
      '',
      `Sample Desk cannot start with this environment:\n${SAID.map(line => `  ${line}\n`).join('')}`,
    ])
  },
)
