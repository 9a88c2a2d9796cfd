/** A call of a directory, read as far as all calls are alike. */
export interface ScimCall {
  readonly method: string
  /** The id of the resource; null: the call is about all. */
  readonly id: string | null
  readonly query: URLSearchParams
  /** Null: there is none. */
  readonly body: unknown
  /** The value of If-Match: the version that the directory saw. */
  readonly ifMatch: string | null
  /** The address that all locations begin with. */
  readonly base: string
}

/** The answer to a call. */
export interface ScimAnswer {
  readonly status: number
  /** Null: nothing. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}
