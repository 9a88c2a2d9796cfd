import { transportSecurity } from '@desk/schema/config/transport-security'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { IncomingMessage } from 'node:http'

export interface SecurityHeadersOptions {
  readonly publicUrl: string | undefined
  /** Strict-Transport-Security includes subdomains. */
  readonly hstsIncludeSubDomains: boolean
  /** Origins whose pages may be embedded (the reports' provider, when configured). */
  readonly frameOrigins: readonly string[]
}

const HOST_PATTERN = /^[\w.[\]:-]{1,255}$/

/** The headers of everything that the gateway itself serves: no foreign sources, nothing inline, no framing (S5). */
export function securityHeaders({
  publicUrl,
  hstsIncludeSubDomains,
  frameOrigins,
}: SecurityHeadersOptions): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        // 'self' does not cover web sockets in every browser
        connectSrc: ["'self'", request => socketOrigins(request, publicUrl)],
        // a PDF is previewed from bytes that the page has fetched
        frameSrc: ['blob:', ...frameOrigins],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: transportSecurity(publicUrl, hstsIncludeSubDomains),
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
}

function socketOrigins(request: IncomingMessage, publicUrl: string | undefined): string {
  const host = publicUrl ? new URL(publicUrl).host : request.headers.host
  return host && HOST_PATTERN.test(host) ? `ws://${host} wss://${host}` : "'self'"
}
