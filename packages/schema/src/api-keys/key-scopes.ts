import { Schema } from 'effect'

/** The permissions of an API key. */
export const KeyScope = Schema.Literals([
  'read_figures',
  'read_studies',
  'write_studies',
  'reconcile',
  'admin',
  'provision',
])
export type KeyScope = typeof KeyScope.Type

/** Every scope with its label and what it opens, in the order of the form. */
export const KEY_SCOPES: Readonly<Record<KeyScope, { readonly label: string; readonly meaning: string }>> = {
  read_figures: {
    label: 'Read figures',
    meaning: 'Counts, costs, reports and dashboards of projects, surveys and sources; Defender’s figures.',
  },
  read_studies: {
    label: 'Read studies',
    meaning:
      'Projects, surveys, sources, their forecasts, documents and respondents, qualifications, suppliers, exclusions, block list, business units, templates, report views and schedules, and Defender’s data, without writing any.',
  },
  write_studies: {
    label: 'Write studies',
    meaning:
      'Creates and changes projects, surveys and sources with their statuses, documents, suppliers, exclusions, recontact lists and Defender’s settings, qualifications, templates, report views, schedules and promises.',
  },
  reconcile: {
    label: 'Reconcile',
    meaning:
      'Uploads, stores and undoes reconciliations, reads statements, raises and decides disputes, reviews flagged completes.',
  },
  admin: {
    label: 'Administration',
    meaning:
      'Users and their roles, suppliers, supplier accounts, exclusions, block list, business units, rate cards, quality questions, Defender’s settings, return hashing, webhooks, statement links, closing of months, logo and time zone of the account, retention, access of respondents, objections, the record of processing, histories and the audit log. Passwords and keys stay with people.',
  },
  provision: {
    label: 'Provision users',
    meaning: 'Lets a directory create, change and deactivate users of this account by SCIM, and make admins of them.',
  },
}
