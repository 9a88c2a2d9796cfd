import { Effect, Exit, Layer, Scope } from 'effect'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { Mail, type MailSettings, type Message } from './mail.ts'
import { passwordLink, resetMail } from './mails.ts'

const TOKEN = 'canary-token-0123456789'
const MESSAGE: Message = resetMail(
  { username: 'ada@acme.example', firstname: 'Ada' },
  passwordLink('http://desk.test', TOKEN),
  3_600_000,
)

/** Sends with these settings, stops, and gives the logged lines. */
async function sendAndStop(settings: MailSettings, message = MESSAGE): Promise<Record<string, unknown>[]> {
  const lines: string[] = []
  const log = pino({ level: 'info', base: null, timestamp: false }, { write: line => void lines.push(line) })
  const scope = await Effect.runPromise(Scope.make())
  const context = await Effect.runPromise(Layer.buildWithScope(Mail.layer(settings, log), scope))
  await Effect.runPromise(
    Effect.provide(
      Effect.flatMap(Mail, mail => mail.send(message)),
      context,
    ),
  )
  await Effect.runPromise(Scope.close(scope, Exit.void))
  return lines.map(line => JSON.parse(line) as Record<string, unknown>)
}

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'desk-mail-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'mail')
}

test('with an SMTP server a mail goes there, and the log says nothing of it (§2.3)', async () => {
  const received: { from: string; to: string[]; raw: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo // a TCP server that listens has one
  const folder = await freshFolder()
  const log = await sendAndStop({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Sample Desk <desk@desk.test>', folder })
  // the lines are broken and = is written as =3D on the wire
  const body = received.map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))
  expect([
    log,
    received.map(({ from, to }) => ({ from, to })),
    body.map(text => [
      text.includes('Subject: Set a new password'),
      text.includes(`http://desk.test/#/reset-password/${TOKEN}\r\n`),
    ]),
    await readdir(folder).catch(() => 'none'),
  ]).toEqual([[], [{ from: 'desk@desk.test', to: ['ada@acme.example'] }], [[true, true]], 'none'])
})

test('without one it becomes a file that only its owner may read; the log names the file, and the name does not contain the token (S4)', async () => {
  const folder = await freshFolder()
  const log = await sendAndStop({ smtpUrl: undefined, from: 'Sample Desk <desk@desk.test>', folder })
  const [name = ''] = await readdir(folder)
  expect(log).toEqual([
    { level: 30, file: join(folder, name), msg: 'No SMTP server is set up: a mail was written to this file' },
  ])
  expect(await readFile(join(folder, name), 'utf8')).toBe(
    `From: Sample Desk <desk@desk.test>\nTo: ada@acme.example\nSubject: Set a new password\n\n${MESSAGE.text}`,
  )
  expect([
    ((await stat(join(folder, name))).mode & 0o777).toString(8),
    ((await stat(folder)).mode & 0o777).toString(8),
    JSON.stringify(log).includes(TOKEN),
  ]).toEqual(['600', '700', false])
})

test('headers of a mail are of one line each, whatever is stored', async () => {
  const folder = await freshFolder()
  const subject = 'One alert in Acme\r\nBcc: eve@evil.example\u2028X: y'
  await sendAndStop({ smtpUrl: undefined, from: 'desk@desk.test', folder }, { ...MESSAGE, subject })
  const [name = ''] = await readdir(folder)
  const [head] = (await readFile(join(folder, name), 'utf8')).split('\n\n', 1)
  expect(head).toBe('From: desk@desk.test\nTo: ada@acme.example\nSubject: One alert in Acme Bcc: eve@evil.example X: y')
})

test.each(['ada@acme.example\nBcc: eve@evil.example', 'eve,ada@acme.example', 'Ada <eve@evil.example>'])(
  'a mail to %j goes nowhere: a stored username that is not one mailbox',
  async to => {
    const folder = await freshFolder()
    const log = await sendAndStop({ smtpUrl: undefined, from: 'desk@desk.test', folder }, { ...MESSAGE, to })
    expect([log, await readdir(folder).catch(() => 'none')]).toEqual([
      [{ level: 50, code: 'ENOMAILBOX', subject: 'Set a new password', msg: 'A mail could not be sent' }],
      'none',
    ])
  },
)

test('a missing server fails no caller; the log reports it without the mail’s content (S4)', async () => {
  const log = await sendAndStop({ smtpUrl: 'smtp://127.0.0.1:1', from: 'desk@desk.test', folder: await freshFolder() })
  expect(log).toEqual([{ level: 50, code: 'ESOCKET', subject: 'Set a new password', msg: 'A mail could not be sent' }])
})
