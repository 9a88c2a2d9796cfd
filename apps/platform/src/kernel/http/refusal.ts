import { SchemaIssue } from 'effect'

/** One fault of what was sent, with the path of its field (§5.28). */
export interface Detail {
  readonly path: readonly string[]
  readonly message: string
}

const toStandardIssues = SchemaIssue.makeFormatterStandardSchemaV1()

/** Gives each fault that a schema found, with its field's path and its message (§5.28). */
export function refusalOf(issue: SchemaIssue.Issue): readonly Detail[] {
  return toStandardIssues(issue).issues.map(({ path, message }) => ({
    path: (path ?? []).map(part => String(typeof part === 'object' ? part.key : part)),
    message,
  }))
}
