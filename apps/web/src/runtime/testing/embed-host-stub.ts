import type {} from '@vitest/browser-playwright'
import type { BrowserCommand } from 'vitest/node'

/** How the stub of the reporting service's page behaves: it opens the report, tells a fault, stays silent, or is away. */
export type EmbedHostManner = 'opens' | 'fails' | 'is silent' | 'is away'

/** A message that the page got from the desk: where it was sent, and what with. */
export interface EmbedHostMessage {
  readonly method: string
  readonly url: string
  readonly body: unknown
}

const HOST = 'https://app.powerbi.com'
const saw: EmbedHostMessage[] = []

// it speaks as the service's page does: answers each message, and tells events of the report by its id
const pageOf = (manner: EmbedHostManner) => `<!doctype html><title>Stub</title><body>Embedded report<script>
  addEventListener('message', async ({ data, source, origin }) => {
    if (typeof data?.url !== 'string' || typeof data?.headers?.id !== 'string') return
    await fetch('/saw', { method: 'POST', body: JSON.stringify({ method: data.method, url: data.url, body: data.body ?? null }) })
    if (${JSON.stringify(manner)} === 'is silent') return
    source.postMessage({ statusCode: 202, headers: { id: data.headers.id }, body: {} }, origin)
    if (data.url !== '/report/load') return
    const name = ${JSON.stringify(manner)} === 'fails' ? 'error' : 'loaded'
    const body = name === 'error' ? { level: 6, message: 'LoadReportFailed' } : {}
    source.postMessage({ method: 'POST', url: '/reports/' + data.headers.uid + '/events/' + name, headers: { id: 'event-' + name }, body }, origin)
  })
</script>`

/** Puts a page of the test's own where the reporting service's would come from; no request leaves the machine. */
export const stubEmbedHost: BrowserCommand<[EmbedHostManner]> = async ({ context }, manner) => {
  saw.length = 0
  await context.unroute(`${HOST}/**`)
  await context.route(`${HOST}/**`, async route => {
    if (manner === 'is away') return route.abort('connectionrefused')
    const { pathname } = new URL(route.request().url())
    if (pathname !== '/saw') return route.fulfill({ contentType: 'text/html', body: pageOf(manner) })
    saw.push(JSON.parse(route.request().postData() ?? '{}'))
    return route.fulfill({ status: 204 })
  })
}

/** The page's messages since the stub was put there. */
export const embedHostSaw: BrowserCommand<[], readonly EmbedHostMessage[]> = () => saw
