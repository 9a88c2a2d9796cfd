import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlatformSettings } from '#kernel/config/platform-config'
import type { Message } from '#kernel/mail/mail'

/** Settings of a platform under test; its mails go into a separate folder, created with the first one. */
export function testSettings(own: Partial<PlatformSettings> & Pick<PlatformSettings, 'feedToken'>): PlatformSettings {
  const documents = join(tmpdir(), `desk-documents-${randomUUID()}`)
  return {
    internalAccountId: 1,
    publicUrl: 'http://desk.test',
    passwordPolicy: 'desk',
    mail: {
      smtpUrl: undefined,
      from: 'Sample Desk <desk@desk.test>',
      folder: join(tmpdir(), `desk-mail-${randomUUID()}`),
    },
    documents: { folder: documents, s3: null },
    erasureLog: join(documents, 'erasures.log'),
    secretKey: 'secret-key-of-the-tests-0123456789',
    ...own,
  }
}

/** The mails that were written into a folder, oldest first. */
export async function mailsIn(folder: string): Promise<Message[]> {
  const files = (await readdir(folder).catch((): string[] => [])).toSorted((one, other) => (one < other ? -1 : 1))
  return Promise.all(
    files.map(async file => {
      const [head = '', ...paragraphs] = (await readFile(join(folder, file), 'utf8')).split('\n\n')
      const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? ''
      return { to: field('To'), subject: field('Subject'), text: paragraphs.join('\n\n') }
    }),
  )
}

/** The token of the link in a mail. */
export function tokenIn({ text }: Message): string {
  const token = /#\/reset-password\/(\S+)/.exec(text)?.[1]
  if (token === undefined) throw new Error('The mail has no link.')
  return token
}
