/** The page with whatever is known of somebody: by an RDUD, a rid, a fingerprint or an address. */
export const searchPath = (text: string): string => `/defender/search?text=${encodeURIComponent(JSON.stringify(text))}`
