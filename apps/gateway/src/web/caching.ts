/** A file whose name holds the hash of its content never changes. */
export const HASHED_ASSET_CACHING = 'public, max-age=31536000, immutable'
/** Asked for each time, sent again only when it changed. */
export const REVALIDATED_CACHING = 'no-cache'
