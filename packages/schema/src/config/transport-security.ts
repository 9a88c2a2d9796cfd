const YEAR_SECONDS = 31_536_000

/** The content of Strict-Transport-Security; false: the header is not sent. */
export type TransportSecurity = { readonly maxAge: number; readonly includeSubDomains: boolean } | false

/**
 * Decides about Strict-Transport-Security (S5). Only a desk that is served over https may require https, and only for its own
 * host name: subdomains may belong to others, and are included only if the operator says so.
 * @param publicUrl the desk's address as the world sees it
 */
export function transportSecurity(publicUrl: string | undefined, includeSubDomains: boolean): TransportSecurity {
  return publicUrl?.startsWith('https:') ? { maxAge: YEAR_SECONDS, includeSubDomains } : false
}
