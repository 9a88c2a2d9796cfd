import { sql } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import yauzl from 'yauzl'
import type { S3Settings } from '#kernel/config/platform-config'
import { usePlatform } from '#testing/platform'
import { StudyMaker, TEST_PASSWORD } from '#testing/study'
import { openBytes } from '../bytes/open-bytes.ts'
import { signLink } from '../signed-link.ts'
import { sweepDocuments } from '../sweep-documents.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const MB = 1_000_000
const SECRET = 'secret-key-of-the-tests-0123456789'

interface Sent {
  readonly name?: string
  readonly content?: Uint8Array | string
  readonly fields?: Readonly<Record<string, string>>
}

interface Given {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

/** The behaviour of documents, whatever the store of their bytes. */
export function documentCases(s3: S3Settings | null): void {
  const folder = join(tmpdir(), `desk-documents-${randomBytes(8).toString('hex')}`)
  const platform = usePlatform({ documents: { folder, s3 } })
  const { bytes } = openBytes({ folder, s3 })
  let make: StudyMaker
  let accountId: number
  let token: string
  let foreign: string
  const signedIn = async (of: number): Promise<string> => {
    const { username } = await make.user({ accountId: of, roleId: 2, firstname: 'Ada', lastname: 'Byron' })
    return platform().signIn(username, TEST_PASSWORD)
  }
  beforeAll(async () => {
    make = new StudyMaker(platform().database)
    accountId = await make.account()
    token = await signedIn(accountId)
    foreign = await signedIn(await make.account())
  })
  const project = (): Promise<number> => make.project({ accountId })

  const call = (method: string, path: string, body?: unknown, as = token) =>
    platform().call(method, path, { token: as, ...(body === undefined ? {} : { body }) })

  async function send(
    projectId: number,
    { name = 'brief.txt', content = 'Hello', fields = {} }: Sent = {},
    as = token,
  ) {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    form.append('file', new Blob([content as BlobPart]), name)
    const response = await fetch(`${platform().url}/v1/project/${projectId}/project-documents`, {
      method: 'POST',
      headers: { 'X-Requested-With': 'test', Authorization: `Bearer ${as}` },
      body: form,
    })
    // each test says what it expects of a body
    // oxlint-disable-next-line typescript/no-explicit-any
    return { status: response.status, body: (await response.json()) as any }
  }
  const list = async (projectId: number) =>
    (await call('GET', `/v1/project/project-documents?pm_proj_ud=${projectId}`)).body

  async function give(projectId: number, payload: unknown, as = token): Promise<Given> {
    const response = await fetch(`${platform().url}/v1/project/${projectId}/project-documents/download`, {
      method: 'POST',
      headers: { 'X-Requested-With': 'test', Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(payload),
    })
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const notes = async (): Promise<number> =>
    platform().database.asSystem(async tx => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from document_bytes_due`.execute(tx)
      return rows[0]?.count ?? -1
    })
  const arriving = (): string[] => (existsSync(join(folder, 'incoming')) ? readdirSync(join(folder, 'incoming')) : [])
  /** Nothing of an upload is left: no document, no bytes on the way, none that wait for the sweep. */
  const nothingLeft = async (projectId: number) => {
    await vi.waitFor(async () => expect([await notes(), arriving()]).toEqual([0, []]))
    expect((await list(projectId)).documents).toEqual([])
  }

  test('an upload is listed with its size, SHA-256 and the type of its content, not of its name (§7.32, api:F1, api:F3)', async () => {
    const id = await project()
    const sent = await send(id, { name: 'plan.pdf', content: PNG, fields: { kind: 'brief', note: ' First ' } })
    const document = {
      document_ud: expect.any(Number),
      pm_proj_ud: id,
      name: 'plan.pdf',
      kind: 'brief',
      note: 'First',
      version: 1,
      file: {
        number: 1,
        filename: 'plan.pdf',
        size_bytes: PNG.length,
        sha256: createHash('sha256').update(PNG).digest('hex'),
        media_type: 'image/png',
        preview: 'image',
        uploaded_by: 'Ada Byron',
        uploaded_at: expect.stringMatching(/^20/),
      },
    }
    expect(sent).toEqual({ status: 200, body: document })
    expect(await list(id)).toEqual({ documents: [document], used_bytes: PNG.length, max_bytes: 2_000 * MB })
    expect(await notes()).toBe(0)
    expect(arriving()).toEqual([])
  })

  test('a download is the same bytes, to be saved and never shown: HTML and SVG go as bytes (api:F4)', async () => {
    const id = await project()
    const html = '<!doctype html><script>alert(1)</script>'
    const { body } = await send(id, { name: 'x.png', content: html })
    expect(body.file).toMatchObject({ media_type: 'text/html', preview: null })
    const { status, headers, bytes: given } = await give(id, { document_uds: [body.document_ud] })
    expect([status, given.toString()]).toEqual([200, html])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(html.length),
      'content-disposition': `attachment; filename="x.png"; filename*=UTF-8''x.png`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(headers.has('x-desk-streamed')).toBe(false)
  })

  test('an empty file is a document', async () => {
    const id = await project()
    const { status, body } = await send(id, { content: '' })
    expect([status, body.file.size_bytes, body.file.media_type]).toEqual([200, 0, 'text/plain'])
    const { bytes: given } = await give(id, { document_uds: [body.document_ud] })
    expect(given.length).toBe(0)
  })

  test('100 MB are stored, one byte more is refused and leaves nothing', { timeout: 120_000 }, async () => {
    const id = await project()
    const over = await send(id, { content: Buffer.alloc(100 * MB + 1, 7) })
    expect([over.status, over.body.details]).toEqual([
      422,
      [{ path: ['file'], message: 'The file is larger than 100 MB.' }],
    ])
    await nothingLeft(id)
    const whole = await send(id, { content: Buffer.alloc(100 * MB, 7) })
    expect([whole.status, whole.body.file?.size_bytes]).toEqual([200, 100 * MB])
  })

  test('a zip holds the chosen files under safe names that differ (api:F4)', async () => {
    const id = await project()
    const names = [
      '../../etc/passwd',
      'CON.txt',
      'a\u202egnp.exe',
      `${'x'.repeat(1_000)}.pdf`,
      'a.txt',
      'A.TXT',
      'what?.txt',
    ]
    const ids: number[] = []
    for (const name of names) ids.push((await send(id, { name, content: name })).body.document_ud)
    const { headers, bytes: given } = await give(id, { document_uds: ids })
    expect(headers.get('content-type')).toBe('application/zip')
    expect(Number(headers.get('content-length'))).toBe(given.length)
    const entries = await entriesOf(given)
    expect(entries.map(({ name }) => name).toSorted()).toEqual(
      ['passwd', '_CON.txt', 'agnp.exe', `${'x'.repeat(196)}.pdf`, 'a.txt', 'A (2).TXT', 'what_.txt'].toSorted(),
    )
    expect(entries.map(({ text }) => text).toSorted()).toEqual(names.toSorted())
  })

  test('a zip of 1,000 files takes constant memory', { timeout: 240_000 }, async () => {
    const id = await project()
    const { body } = await send(id, { content: randomBytes(MB / 4) })
    const { file } = body
    // the same bytes under 1,000 rows: the zip alone is measured
    await platform().database.asSystem(async tx => {
      await sql`with made as (insert into document (account_id, project_id, name, kind)
                  select ${accountId}, ${id}, 'f' || n, 'other' from generate_series(1, 999) n returning document_id)
                insert into document_version (account_id, document_id, number, file_id, filename, size_bytes, sha256, media_type, uploaded_at)
                select ${accountId}, document_id, 1, gen_random_uuid(), 'f', ${file.size_bytes}, ${file.sha256}, 'x/y', now() from made`.execute(
        tx,
      )
    })
    const rows = await platform().database.asSystem(
      async tx =>
        (
          await sql<{ fileId: string; name: string }>`
          select v.file_id as "fileId", d.name from document_version v join document d using (document_id) where d.project_id = ${id}`.execute(
            tx,
          )
        ).rows,
    )
    const content = randomBytes(MB / 4)
    const copies = rows.filter(({ name }) => name !== 'brief.txt')
    for (let from = 0; from < copies.length; from += 50)
      await Promise.all(
        copies.slice(from, from + 50).map(({ fileId }) => copyIn(bytes, { accountId, fileId }, folder, content)),
      )
    const ids: number[] = (
      await call('GET', `/v1/project/project-documents?pm_proj_ud=${id}&limit=1000`)
    ).body.documents.map((document: { document_ud: number }) => document.document_ud)
    expect(ids.length).toBe(1_000)
    const response = await fetch(`${platform().url}/v1/project/${id}/project-documents/download`, {
      method: 'POST',
      headers: { 'X-Requested-With': 'test', Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ document_uds: ids }),
    })
    const before = process.memoryUsage.rss()
    let [received, most] = [0, 0]
    for await (const chunk of response.body ?? []) {
      received += chunk.length
      most = Math.max(most, process.memoryUsage.rss() - before)
    }
    expect(received).toBe(Number(response.headers.get('content-length')))
    expect(received).toBeGreaterThan(250 * MB)
    expect(most).toBeLessThan(120 * MB)
  })

  test('a replacement is a version, and the older ones stay', async () => {
    const id = await project()
    const { body: first } = await send(id, { content: 'one' })
    const { body: second } = await send(id, {
      name: 'two.txt',
      content: 'two',
      fields: { document_ud: `${first.document_ud}` },
    })
    expect(second).toMatchObject({
      document_ud: first.document_ud,
      name: 'brief.txt',
      version: 2,
      file: { number: 2, filename: 'two.txt' },
    })
    const versions = await call('GET', `/v1/project/${id}/project-documents/${first.document_ud}/versions`)
    expect(versions.body).toEqual([second.file, first.file])
    const { bytes: old } = await give(id, { document_uds: [first.document_ud], number: 1 })
    expect(old.toString()).toBe('one')
    expect((await list(id)).used_bytes).toBe(6)
  })

  test('a document is renamed; a stale edit is refused with the stored document', async () => {
    const id = await project()
    const { body } = await send(id)
    const path = `/v1/project/${id}/project-documents/${body.document_ud}`
    const renamed = await call('PATCH', path, { name: 'Plan.txt', kind: 'quote', note: null, version: 1 })
    expect([renamed.status, renamed.body]).toEqual([200, { ...body, name: 'Plan.txt', kind: 'quote', version: 2 }])
    const stale = await call('PATCH', path, { name: 'Other', kind: 'quote', note: null, version: 1 })
    expect([stale.status, stale.body.reason, stale.body.current.name]).toEqual([409, 'stale_version', 'Plan.txt'])
    const faulty = await call('PATCH', path, { name: 'a/b\u202e', kind: 'quote', note: null })
    expect([faulty.status, faulty.body.details[0].path]).toEqual([422, ['name']])
  })

  test('a deletion can be taken back for a day; then the sweep removes row and bytes', async () => {
    const id = await project()
    const { body } = await send(id)
    const path = `/v1/project/${id}/project-documents/${body.document_ud}`
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await list(id)).documents).toEqual([])
    expect((await give(id, { document_uds: [body.document_ud] })).status).toBe(404)
    expect((await call('POST', `${path}/restore`)).body).toEqual({ ...body, version: 3 })
    expect((await call('POST', `${path}/restore`)).status).toBe(404)
    await call('DELETE', path)
    const { database } = platform()
    const fileId = await fileOf(body.document_ud)
    await sweepDocuments({ database, bytes, nowMs: () => Date.now() + 23 * 3_600_000 })
    expect((await (await bytes.open({ accountId, fileId })).toArray()).join('')).toBe('Hello')
    await sweepDocuments({ database, bytes, nowMs: () => Date.now() + 25 * 3_600_000 })
    await expect(bytes.open({ accountId, fileId })).rejects.toThrow('could not be opened')
    expect((await call('POST', `${path}/restore`)).status).toBe(404)
    expect(await notes()).toBe(0)
  })
  const fileOf = async (documentId: number): Promise<string> =>
    platform().database.asSystem(async tx => {
      const { rows } = await sql<{ fileId: string }>`
        select file_id as "fileId" from document_version where document_id = ${documentId}`.execute(tx)
      return rows[0]?.fileId ?? ''
    })

  test('of two uploads at once that both would fill the 2 GB one is refused, and leaves nothing', async () => {
    const id = await project()
    const { body } = await send(id)
    await platform().database.asSystem(tx =>
      sql`update document_version set size_bytes = ${2_000 * MB - 8} where document_id = ${body.document_ud}`.execute(
        tx,
      ),
    )
    const both = await Promise.all([send(id, { content: '12345' }), send(id, { content: '12345' })])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.reason).toBe('no_space')
    await vi.waitFor(async () => expect([await notes(), arriving()]).toEqual([0, []]))
    expect((await list(id)).used_bytes).toBe(2_000 * MB - 3)
  })

  test('bytes of an upload whose process ended are removed by the sweep, those of one under way are not', async () => {
    const { database } = platform()
    const file = { accountId, fileId: crypto.randomUUID() }
    await copyIn(bytes, file, folder)
    await database.asSystem(tx =>
      sql`insert into document_bytes_due values (${accountId}, ${file.fileId}, now() + interval '1 hour')`.execute(tx),
    )
    expect(await sweepDocuments({ database, bytes, nowMs: Date.now })).toBe(0)
    expect(await sweepDocuments({ database, bytes, nowMs: () => Date.now() + 2 * 3_600_000 })).toBe(1)
    await expect(bytes.open(file)).rejects.toThrow('could not be opened')
    expect(await notes()).toBe(0)
  })

  test('an upload that is cut off leaves nothing', async () => {
    const id = await project()
    const { hostname, port } = new URL(platform().url)
    const { connect } = await import('node:net')
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /v1/project/${id}/project-documents HTTP/1.1\r\nHost: desk\r\nX-Requested-With: t\r\nAuthorization: Bearer ${token}\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n' +
        `--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'x'.repeat(200_000)}`,
    )
    await vi.waitFor(() => expect(arriving().length).toBe(1))
    socket.destroy()
    await nothingLeft(id)
  })

  test('a form without a file, or with two, is refused', async () => {
    const id = await project()
    const path = `${platform().url}/v1/project/${id}/project-documents`
    const headers = { 'X-Requested-With': 'test', Authorization: `Bearer ${token}` }
    const none = new FormData()
    none.append('kind', 'brief')
    expect((await fetch(path, { method: 'POST', headers, body: none })).status).toBe(400)
    const two = new FormData()
    two.append('file', new Blob(['a']), 'a')
    two.append('file', new Blob(['b']), 'b')
    expect((await fetch(path, { method: 'POST', headers, body: two })).status).toBe(400)
    expect(
      (await fetch(path, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: '{}' }))
        .status,
    ).toBe(400)
    expect((await send(id, { fields: { kind: 'nonsense' } })).status).toBe(422)
    await nothingLeft(id)
  })

  test('a signed address gives one version without a session, until it ends or the document is deleted (api:F2)', async () => {
    const id = await project()
    const { body } = await send(id, { name: 'Übersicht.txt' })
    const link = await call('POST', `/v1/project/${id}/project-documents/presigned-url`, {
      document_ud: body.document_ud,
    })
    expect(link.body).toEqual({ url: expect.any(String), expires_at: expect.stringMatching(/\.000Z$/) })
    const url = link.body.url.replace('http://desk.test', platform().url)
    const given = await fetch(url)
    expect([given.status, await given.text()]).toEqual([200, 'Hello'])
    expect(given.headers.get('content-disposition')).toBe(
      `attachment; filename="_bersicht.txt"; filename*=UTF-8''%C3%9Cbersicht.txt`,
    )
    const fileId = await fileOf(body.document_ud)
    const file = (token: string) => fetch(`${platform().url}/v1/document-files/${token}`)
    expect((await file(signLink(SECRET, { accountId, fileId }, Date.now() + 60_000))).status).toBe(200)
    expect((await file(signLink(SECRET, { accountId, fileId }, Date.now() - 1_000))).status).toBe(404)
    expect((await file(signLink('another key', { accountId, fileId }, Date.now() + 60_000))).status).toBe(404)
    await call('DELETE', `/v1/project/${id}/project-documents/${body.document_ud}`)
    expect((await file(signLink(SECRET, { accountId, fileId }, Date.now() + 60_000))).status).toBe(404)
  })

  test('another account is answered 404, whatever it asks, and writes nothing', async () => {
    const id = await project()
    const { body } = await send(id)
    const path = `/v1/project/${id}/project-documents`
    const answers = [
      await send(id, {}, foreign),
      await call('GET', `/v1/project/project-documents?pm_proj_ud=${id}`, undefined, foreign),
      await call('POST', `${path}/presigned-url`, { document_ud: body.document_ud }, foreign),
      await give(id, { document_uds: [body.document_ud] }, foreign),
      await call('GET', `${path}/${body.document_ud}/versions`, undefined, foreign),
      await call('PATCH', `${path}/${body.document_ud}`, { name: 'x', kind: 'other', note: null }, foreign),
      await call('DELETE', `${path}/${body.document_ud}`, undefined, foreign),
      await call('POST', `${path}/${body.document_ud}/restore`, undefined, foreign),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect((await list(id)).documents).toEqual([body])
  })

  test('bytes that are gone answer 503 for one file', async () => {
    const id = await project()
    const { body } = await send(id)
    await bytes.remove({ accountId, fileId: await fileOf(body.document_ud) })
    const { status, headers } = await give(id, { document_uds: [body.document_ud] })
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  })
}

async function copyIn(
  bytes: ReturnType<typeof openBytes>['bytes'],
  file: { accountId: number; fileId: string },
  folder: string,
  content: Buffer = Buffer.from('x'),
): Promise<void> {
  const { mkdir, writeFile } = await import('node:fs/promises')
  await mkdir(folder, { recursive: true })
  const path = join(folder, `copy-${file.fileId}`)
  await writeFile(path, content)
  await bytes.put(file, path)
}

interface Entry {
  readonly name: string
  readonly text: string
}
function entriesOf(zip: Buffer): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(zip, { lazyEntries: true }, (error, opened) => {
      if (error !== null) return reject(error)
      const entries: Entry[] = []
      opened.on('error', reject).on('end', () => resolve(entries))
      opened.on('entry', (entry: yauzl.Entry) =>
        opened.openReadStream(entry, (failure, stream) => {
          if (failure !== null) return reject(failure)
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', () => {
            entries.push({ name: entry.fileName, text: Buffer.concat(chunks).toString() })
            opened.readEntry()
          })
        }),
      )
      opened.readEntry()
    })
  })
}
