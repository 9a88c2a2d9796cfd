/** A browser test whose journals are stored: one for each thing that a person does. */
export interface Recording {
  /** Of tests/e2e. */
  readonly spec: string
  /** How its title begins. */
  readonly title: string
}

export const RECORDINGS: readonly Recording[] = [
  { spec: 'statuses', title: 'pausing a live source asks to the letter' },
  { spec: 'statuses', title: 'the history shows who changed a status' },
  { spec: 'source-table-order', title: 'a head sorts, shows its direction to everybody' },
  { spec: 'users', title: 'another admin’s change is shown' },
  { spec: 'project-form', title: 'unsaved entries are asked for before one leaves' },
  { spec: 'source-form', title: 'two people edit one source' },
  { spec: 'session', title: 'switching the account ends the old session' },
  { spec: 'session', title: 'a refused switch shows the message of the server' },
  { spec: 'drafts', title: 'a reload in the middle of a form' },
  { spec: 'webhooks', title: 'an admin makes a webhook, tests it' },
  { spec: 'second-factor', title: 'after the password a code of the app' },
  { spec: 'reconciliation', title: 'the books are closed and opened again' },
]

const LONGEST_WORDS = 8

/** The name of the files of a test's journals, before their number: the spec, and the title's first words. */
export function recordingName(spec: string, title: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/\(.*?\)|[^a-z0-9 ]/g, '')
    .trim()
    .split(/ +/)
  return `${spec}--${words.slice(0, LONGEST_WORDS).join('-')}`
}
