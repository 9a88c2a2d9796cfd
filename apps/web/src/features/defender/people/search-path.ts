/** The page with everything known of a person: by an RDUD, a rid, a fingerprint or an address. */
export const searchPath = (text: string): string => `/defender/search?text=${encodeURIComponent(JSON.stringify(text))}`
