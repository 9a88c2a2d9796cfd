import { randomBytes } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { S3Settings } from '#kernel/config/platform-config'
import { usePlatform, type TestPlatform } from '#testing/platform'
import { StudyMaker, TEST_PASSWORD } from '#testing/study'
import { useS3 } from './testing/s3-server.ts'

const MB = 1024 * 1024

/** A way to a store that a test can cut: at once, or once so many bytes of answers have passed. */
class Line {
  readonly settings: S3Settings = { url: '', bucket: '', key: '', secret: '', region: '' }
  passesBytes = Number.POSITIVE_INFINITY
  readonly #open = new Set<Socket>()
  readonly #server = createServer(client => {
    if (this.passesBytes === 0) return client.destroy()
    const { hostname, port } = new URL(this.#store().url)
    const store = connect(Number(port), hostname)
    for (const socket of [client, store]) {
      this.#open.add(socket)
      socket.on('error', () => {}).on('close', () => this.#open.delete(socket))
    }
    let passed = 0
    client.on('data', chunk => void store.write(chunk)).on('close', () => store.destroy())
    store.on('close', () => client.destroy())
    store.on('data', (chunk: Buffer) => {
      passed += chunk.length
      if (passed > this.passesBytes) client.destroy()
      else client.write(chunk)
    })
  })
  readonly #store: () => S3Settings

  constructor(store: () => S3Settings) {
    this.#store = store
  }

  async start(): Promise<void> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    const { port } = this.#server.address() as AddressInfo // a TCP server that listens has one
    Object.assign(this.settings, this.#store(), { url: `http://127.0.0.1:${port}` })
  }

  async stop(): Promise<void> {
    for (const socket of this.#open) socket.destroy()
    await new Promise(resolve => this.#server.close(resolve))
  }
}

/** A project of a signed-in user, its documents, and calls about them. */
async function stand(platform: TestPlatform) {
  const make = new StudyMaker(platform.database)
  const accountId = await make.account()
  const projectId = await make.project({ accountId })
  const { username } = await make.user({ accountId, roleId: 2 })
  const token = await platform.signIn(username, TEST_PASSWORD)
  const headers = { 'X-Requested-With': 'test', Authorization: `Bearer ${token}` }
  const path = `${platform.url}/v1/project/${projectId}/project-documents`
  return {
    async send(content: Uint8Array) {
      const form = new FormData()
      form.append('file', new Blob([content as BlobPart]), 'film.mov')
      const response = await fetch(path, { method: 'POST', headers, body: form })
      const body = (await response.json()) as { document_ud?: number; message?: string } // of api:F1, or a refusal
      return { status: response.status, retryAfter: response.headers.get('retry-after'), body }
    },
    listed: async () =>
      (await platform.call('GET', `/v1/project/project-documents?pm_proj_ud=${projectId}`, { token })).body.documents
        .length as number,
    give: (documentId: number) =>
      fetch(`${path}/download`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ document_uds: [documentId] }),
      }),
  }
}

describe('a store of documents that goes away (§7.32, settlement.md §3)', () => {
  const s3 = useS3()
  const line = new Line(() => s3)
  beforeAll(() => line.start())
  afterAll(() => line.stop())
  const folder = join(tmpdir(), `desk-documents-${randomBytes(8).toString('hex')}`)
  const platform = usePlatform({ documents: { folder, s3: line.settings } })

  test('in mid-download ends the connection, so that no client takes a part for the whole; back again it gives all (api:F4)', async () => {
    const { send, give } = await stand(platform())
    const content = randomBytes(8 * MB)
    const { body } = await send(content)
    const id = body.document_ud ?? 0
    line.passesBytes = 2 * MB
    await expect(give(id).then(response => response.arrayBuffer())).rejects.toThrow('terminated')
    line.passesBytes = Number.POSITIVE_INFINITY
    expect(Buffer.from(await (await give(id)).arrayBuffer()).equals(content)).toBe(true)
  })

  test('before a download or in an upload answers 503 with when to try again, and leaves no document (api:F1)', async () => {
    const { send, give, listed } = await stand(platform())
    const { body } = await send(Buffer.from('Hello'))
    line.passesBytes = 0
    const away = {
      status: 503,
      retryAfter: '5',
      body: { message: 'The store of the documents is away for the moment. Please try again.' },
    }
    expect(await send(randomBytes(MB))).toMatchObject(away)
    expect((await give(body.document_ud ?? 0)).status).toBe(503)
    line.passesBytes = Number.POSITIVE_INFINITY
    expect([await listed(), (await send(randomBytes(MB))).status, await listed()]).toEqual([1, 200, 2])
  })
})

const disk = mkdtempSync(join(tmpdir(), 'desk-disk-'))
const isMounted = mount()
/** A small separate disk; false if this user may not mount one. */
function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=0755', 'tmpfs', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe.skipIf(!isMounted)('a disk that is full in mid-upload (§7.32, settlement.md §3)', () => {
  afterAll(() => {
    execFileSync('umount', ['--lazy', disk])
    rmSync(disk, { recursive: true, force: true })
  })
  const folder = join(disk, 'documents')
  const platform = usePlatform({ documents: { folder, s3: null } })

  test('says so with 503, leaves neither bytes nor a document, and takes the next file that fits (api:F1)', async () => {
    const { send, listed } = await stand(platform())
    expect(await send(randomBytes(20 * MB))).toMatchObject({
      status: 503,
      retryAfter: '30',
      body: { message: 'The disk of the desk is full: the file was not stored. Please tell the operator of the desk.' },
    })
    const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    expect([left, await listed()]).toEqual([[], 0])
    expect([(await send(randomBytes(MB))).status, await listed()]).toEqual([200, 1])
  })
})
