/** The periods of storage: three are settings of the account, the others follow from the desk itself. */
export const STORED_FOR = {
  marks: 'setting',
  identities: 'setting',
  journals: 'setting',
  mails: '90 days, as files. A mail server has periods of its own.',
  audit: 'As long as the account: nothing removes an entry yet.',
  hour: 'One hour.',
  day: 'One day.',
  deliveries: '30 days.',
  user: 'Until the user is deleted. A deleted user is stored as a name beside past acts.',
  contact: 'Until an administrator removes the contact.',
  entry: 'With the entry: its end and its removal are stored too.',
  document: 'Until a user deletes the document, and a day longer.',
  account: 'As long as the account.',
} as const
export type StoredFor = keyof typeof STORED_FOR

interface PersonalCategory {
  readonly label: string
  readonly people: 'Respondents' | 'Users' | 'Contacts'
  readonly purpose: string
  readonly storedFor: StoredFor
}

/** Every category of data of people in the desk, with its purpose (docs/decisions/0114). */
export const PERSONAL_CATEGORIES = {
  respondent_marks: {
    label: 'Addresses and fingerprints',
    people: 'Respondents',
    purpose: 'Find duplicates, excluded respondents and listed devices.',
    storedFor: 'marks',
  },
  respondent_ids: {
    label: 'Supplier IDs',
    people: 'Respondents',
    purpose: 'Name a respondent to the supplier that sent and is paid for them.',
    storedFor: 'identities',
  },
  signed_ids: {
    label: 'Supplier IDs in older signed statements',
    people: 'Respondents',
    purpose: 'Prove statements that were signed before their lines had commitments.',
    storedFor: 'account',
  },
  answers: {
    label: 'Answers',
    people: 'Respondents',
    purpose: 'Judge qualifications and quotas at the entry.',
    storedFor: 'identities',
  },
  participation: {
    label: 'Participation under an RDUD',
    people: 'Respondents',
    purpose: 'Count, pay and charge completes, and explain each verdict.',
    storedFor: 'account',
  },
  network_hosts: {
    label: 'Addresses in a network',
    people: 'Respondents',
    purpose: 'Tell a network of many people from an address of one.',
    storedFor: 'hour',
  },
  listed_marks: {
    label: 'Block and watch lists',
    people: 'Respondents',
    purpose: 'Refuse or watch devices and networks that cheated.',
    storedFor: 'entry',
  },
  objections: {
    label: 'Objections',
    people: 'Respondents',
    purpose: 'Judge people who objected by the rules of the study alone.',
    storedFor: 'account',
  },
  sent_lists: {
    label: 'Lists and evidence that clients and suppliers sent',
    people: 'Respondents',
    purpose: 'Reconcile completes and decide disputes.',
    storedFor: 'account',
  },
  deliveries: {
    label: 'Bodies of webhook deliveries',
    people: 'Respondents',
    purpose: 'Deliver events again, and show why a delivery failed.',
    storedFor: 'deliveries',
  },
  users: {
    label: 'Names and sign-in of users',
    people: 'Users',
    purpose: 'Let users sign in with their rights.',
    storedFor: 'user',
  },
  sessions: {
    label: 'Sessions, with addresses and browsers',
    people: 'Users',
    purpose: 'Show users their sessions, and find sign-ins of others.',
    storedFor: 'account',
  },
  sign_in_tries: {
    label: 'Attempts to sign in, and answers by idempotency key',
    people: 'Users',
    purpose: 'Limit guesses, and answer a repeated call once.',
    storedFor: 'day',
  },
  acts: {
    label: 'Acts, notes and preferences of users',
    people: 'Users',
    purpose: 'Show the author of each change.',
    storedFor: 'account',
  },
  audit: {
    label: 'Audit log',
    people: 'Users',
    purpose: 'Prove each act, its author and address.',
    storedFor: 'audit',
  },
  journals: {
    label: 'Journals of sessions',
    people: 'Users',
    purpose: 'Let support see a fault as the user saw it.',
    storedFor: 'journals',
  },
  conversations: {
    label: 'Conversations with the assistant',
    people: 'Users',
    purpose: 'Let users read answers again.',
    storedFor: 'journals',
  },
  contacts: {
    label: 'Contacts at suppliers',
    people: 'Contacts',
    purpose: 'Name the people to talk to at a supplier.',
    storedFor: 'contact',
  },
  mails: {
    label: 'Mails with their report files',
    people: 'Users',
    purpose: 'Bring links, alerts and reports to users.',
    storedFor: 'mails',
  },
  documents: {
    label: 'Files of documents',
    people: 'Respondents',
    purpose: 'Store contracts, questionnaires and lists of a project.',
    storedFor: 'document',
  },
} as const satisfies Readonly<Record<string, PersonalCategory>>
export type PersonalCategoryName = keyof typeof PERSONAL_CATEGORIES
