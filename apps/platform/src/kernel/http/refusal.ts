import { SchemaIssue } from 'effect'
import { bodySentence } from './body-sentence.ts'

/** One fault of a request, with the path of its field (§5.28). */
export interface Detail {
  readonly path: readonly string[]
  readonly message: string
}

const toStandardIssues = SchemaIssue.makeFormatterStandardSchemaV1()

/** The most faults of one list that an answer names: a list of 100,000 wrong items would keep the process from everybody else. */
export const FAULTS_NAMED_MAX = 1_000

/** Gives each fault that a schema found in a body, with its field's path and a sentence (§5.28); of a long list the first ones. */
export const refusalOf = (issue: SchemaIssue.Issue): readonly Detail[] =>
  faultsOf(issue).map(({ path, message }) => ({ path, message: bodySentence(path, message) }))

/** As `refusalOf`, in the schema's own words. */
export function faultsOf(issue: SchemaIssue.Issue): readonly Detail[] {
  return toStandardIssues(firstOf(issue)).issues.map(({ path, message }) => ({
    path: (path ?? []).map(part => String(typeof part === 'object' ? part.key : part)),
    message,
  }))
}

/** An issue with the first faults of each list in it. */
function firstOf(issue: SchemaIssue.Issue): SchemaIssue.Issue {
  if (issue._tag === 'Pointer') {
    const inner = firstOf(issue.issue)
    return inner === issue.issue ? issue : new SchemaIssue.Pointer(issue.path, inner)
  }
  if (issue._tag === 'Encoding') {
    const inner = firstOf(issue.issue)
    return inner === issue.issue ? issue : new SchemaIssue.Encoding(issue.ast, inner)
  }
  if (issue._tag !== 'Composite') return issue
  const [first, ...others] = issue.issues
  const all: [SchemaIssue.Issue, ...SchemaIssue.Issue[]] = [
    firstOf(first),
    ...others.slice(0, FAULTS_NAMED_MAX - 1).map(firstOf),
  ]
  const isWhole = all.length === issue.issues.length && all.every((each, at) => each === issue.issues[at])
  return isWhole ? issue : new SchemaIssue.Composite(issue.ast, all)
}
