/** One line of a file or text as it was sent. */
export interface SentLine {
  /** From 1; a header and empty lines count. */
  readonly line: number
  readonly rawText: string
  /** The ids of other columns of the row; absent: it has none. */
  readonly furtherIds?: readonly string[]
  /** Null: none was given, or it is no reason. */
  readonly reasonCode: number | null
  readonly isBadReason: boolean
  readonly comment: string
}

/** The most characters of an id and of a comment that are stored. */
export const RAW_TEXT_MAX_LENGTH = 500
export const COMMENT_MAX_LENGTH = 1_000
