import { connect } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/**
 * Writes these bytes on a connection of their own; gives the answer until the server closes it, or until it is whole by
 * its length.
 */
export function rawAnswer(port: number, bytes: string | Buffer, from = '127.0.0.1'): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let text = ''
    const tcp = connect({ port, host: '127.0.0.1', localAddress: from }, () => tcp.write(bytes))
    const end = (): void => {
      tcp.destroy()
      resolve(answerOf(text))
    }
    tcp.on('error', reject)
    tcp.on('close', end)
    tcp.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const { headers, text: body } = answerOf(text)
      if (headers['content-length'] !== undefined && body.length >= Number(headers['content-length'])) end()
    })
  })
}

function answerOf(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [start = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(start)?.[1] ?? 0), headers, text: rest.join('\r\n\r\n') }
}
