const YEAR_SECONDS = 31_536_000

/** What Strict-Transport-Security says; false: the header is not sent. */
export type TransportSecurity = { readonly maxAge: number; readonly includeSubDomains: boolean } | false

/**
 * Decides about Strict-Transport-Security (S5). Only a desk that is reached over https may ask browsers for https, and it speaks
 * for its own name alone: names below it may be other people's, and are locked in only where the operator says so.
 * @param publicUrl the desk's address as the world sees it
 */
export function transportSecurity(publicUrl: string | undefined, includeSubDomains: boolean): TransportSecurity {
  return publicUrl?.startsWith('https:') ? { maxAge: YEAR_SECONDS, includeSubDomains } : false
}
