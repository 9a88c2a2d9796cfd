import { Context, Effect, Layer } from 'effect'
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'

/** The settings for sending mail. */
export interface MailSettings {
  /** Undefined: each mail is written as a file into `folder`. */
  readonly smtpUrl: string | undefined
  readonly from: string
  readonly folder: string
}

/** A mail of plain text, perhaps with a file. */
export interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same for each try to send it: a mailbox that gets it twice knows by that. */
  readonly messageId?: string
  readonly attachment?: { readonly filename: string; readonly mediaType: string; readonly content: Buffer }
}

const SMTP_TIMEOUT_MS = 10_000
/** The delays of retries when a server is away or asks to retry. */
const RETRY_AFTER_MS = [2_000, 20_000] as const
const NO_MAILBOX = 'ENOMAILBOX'
const ONE_MAILBOX = /^[^\s\p{Cc},;:<>"()[\]\\@]+@[^\s\p{Cc},;:<>"()[\]\\@]+$/u
const LINE_BREAKS = /[\p{Cc}\u2028\u2029]+/gu
/** How long a stopping platform waits for mails being sent. */
const LAST_MAILS_MS = 5_000

/** Delivers one mail, or throws. */
type Deliver = (message: Message) => Promise<void>

function bySmtp(url: string, from: string): Deliver {
  const transport = createTransport(url, { from })
  return async ({ attachment, ...message }) => {
    const files = attachment && [
      { filename: attachment.filename, contentType: attachment.mediaType, content: attachment.content },
    ]
    await transport.sendMail({ ...message, ...(files === undefined ? {} : { attachments: files }) })
  }
}

// a file contains the links of its mail: only its owner may read it, and its name reveals nothing
function byFile({ from, folder }: MailSettings, log: Logger): Deliver {
  return async ({ to, subject, text, attachment }) => {
    const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.txt`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(file, `From: ${from}\nTo: ${to}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 })
    if (attachment !== undefined) await writeFile(`${file}.${attachment.filename}`, attachment.content, { mode: 0o600 })
    log.info({ file }, 'No SMTP server is set up: a mail was written to this file')
  }
}

const make = Effect.fn('Mail.make')(function* (settings: MailSettings, log: Logger) {
  const way =
    settings.smtpUrl === undefined ? byFile(settings, log) : bySmtp(withTimeouts(settings.smtpUrl), settings.from)
  const deliver: Deliver = async message => {
    // of two addresses in one, the second might be anybody’s
    if (!ONE_MAILBOX.test(message.to)) throw Object.assign(new Error('This is no mailbox'), { code: NO_MAILBOX })
    await way({ ...message, subject: message.subject.replaceAll(LINE_BREAKS, ' ') })
  }
  const stopped = new AbortController()
  const underWay = new Set<Promise<void>>()

  const deliverPatiently = async (message: Message): Promise<void> => {
    for (let tries = 0; ; tries++) {
      try {
        return await deliver(message)
      } catch (error) {
        const waitMs = RETRY_AFTER_MS[tries]
        if (waitMs === undefined || stopped.signal.aborted || codeOf(error) === NO_MAILBOX) {
          // the error's text may quote the mail, and a mail may contain a sign-in link (S4)
          log.error({ code: codeOf(error), subject: message.subject }, 'A mail could not be sent')
          return
        }
        await wait(waitMs, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined)
      }
    }
  }

  yield* Effect.addFinalizer(() =>
    Effect.promise(async () => {
      stopped.abort()
      await Promise.race([Promise.allSettled(underWay), wait(LAST_MAILS_MS, undefined, { ref: false })])
    }),
  )

  /** Sends a mail in the background: neither its duration nor its success shows in an answer. */
  const send = (message: Message): Effect.Effect<void> =>
    Effect.sync(() => {
      const sending = deliverPatiently(message).finally(() => underWay.delete(sending))
      underWay.add(sending)
    })

  /** Tries once to send a mail, for callers who try again themselves; rejects with a reason that quotes nothing of it. */
  const sendOnce = async (message: Message): Promise<void> => {
    try {
      await deliver(message)
    } catch (error) {
      // not as the cause: its text may quote the mail (S4)
      throw new Error(`A mail could not be sent: ${codeOf(error)}`)
    }
  }

  return { send, sendOnce }
})

function withTimeouts(url: string): string {
  const withOptions = new URL(url)
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout'])
    withOptions.searchParams.set(name, String(SMTP_TIMEOUT_MS))
  return withOptions.href
}

function codeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : 'unknown'
}

/** Mails of the desk: through SMTP when it is set up, else into files that the log names. */
export class Mail extends Context.Service<Mail, Effect.Success<ReturnType<typeof make>>>()('@desk/platform/Mail') {
  static readonly layer = (settings: MailSettings, log: Logger): Layer.Layer<Mail> =>
    Layer.effect(Mail, make(settings, log))
}
