import { AwsV4Signer } from 'aws4fetch'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { request, type Dispatcher } from 'undici'
import type { S3Settings } from '#kernel/config/platform-config'
import { attachment } from '#kernel/files/file-names'
import { BytesAway, type DocumentBytes, type FileRef, type SavedAs } from './document-bytes.ts'

/** A store that says nothing for this long is away. */
const SILENCE_MS = 20_000
const TIMES = { headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS }

/** Documents as objects of an S3-compatible store, by one PUT each: its limit is 5 GB. */
export function filesInS3(settings: S3Settings): DocumentBytes {
  const addressOf = ({ accountId, fileId }: FileRef): URL =>
    new URL(`${settings.url.replace(/\/$/, '')}/${encodeURIComponent(settings.bucket)}/${accountId}/${fileId}`)

  const signed = (
    method: string,
    url: URL,
    more: { readonly headers?: Record<string, string>; readonly signQuery?: boolean },
  ) =>
    new AwsV4Signer({
      method,
      url: url.href,
      accessKeyId: settings.key,
      secretAccessKey: settings.secret,
      region: settings.region,
      service: 's3',
      ...more,
    }).sign()

  async function ask(
    what: string,
    method: Dispatcher.HttpMethod,
    file: FileRef,
    sent: { readonly body: Readable; readonly sizeBytes: number } | null = null,
  ): Promise<Dispatcher.ResponseData> {
    try {
      // the length is of the framing, which no signature covers
      const { url, headers } = await signed(method, addressOf(file), {
        headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
      })
      const length = sent === null ? {} : { 'content-length': String(sent.sizeBytes) }
      return await request(url, {
        method,
        headers: { ...Object.fromEntries(headers), ...length },
        body: sent?.body ?? null,
        ...TIMES,
      })
    } catch (error) {
      throw new BytesAway(what, error)
    }
  }

  async function done(what: string, answer: Dispatcher.ResponseData, also: readonly number[] = []): Promise<void> {
    await answer.body.dump().catch(() => undefined)
    if (answer.statusCode >= 300 && !also.includes(answer.statusCode)) throw refusedBy(what, answer)
  }

  return {
    async put(file, path) {
      const what = 'The file could not be stored'
      const { size: sizeBytes } = await stat(path)
      const body = createReadStream(path)
      try {
        await done(what, await ask(what, 'PUT', file, { body, sizeBytes }))
      } finally {
        body.destroy()
      }
    },
    async open(file) {
      const what = 'The file could not be opened'
      const answer = await ask(what, 'GET', file)
      if (answer.statusCode === 200) return answer.body
      await answer.body.dump().catch(() => undefined)
      throw refusedBy(what, answer)
    },
    async remove(file) {
      const what = 'The file could not be removed'
      await done(what, await ask(what, 'DELETE', file), [404])
    },
    async link(file: FileRef, { name, mediaType }: SavedAs, forSeconds: number) {
      const url = addressOf(file)
      url.searchParams.set('X-Amz-Expires', String(forSeconds))
      url.searchParams.set('response-content-disposition', attachment(name))
      url.searchParams.set('response-content-type', mediaType)
      return (await signed('GET', url, { signQuery: true })).url.href
    },
  }
}

function refusedBy(what: string, { statusCode }: Dispatcher.ResponseData): BytesAway {
  return new BytesAway(what, new Error(`the store answered ${statusCode}`))
}
