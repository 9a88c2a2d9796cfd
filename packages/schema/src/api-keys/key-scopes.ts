import { Schema } from 'effect'

/** What an API key may be used for. */
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
  read_figures: { label: 'Read figures', meaning: 'Counts, costs and reports of projects, surveys and sources.' },
  read_studies: {
    label: 'Read studies',
    meaning: 'Projects, surveys, sources, qualifications and suppliers, without writing any.',
  },
  write_studies: {
    label: 'Write studies',
    meaning: 'Creates and changes projects, surveys, sources and qualifications, and their statuses.',
  },
  reconcile: { label: 'Reconcile', meaning: 'Uploads and stores reconciliations.' },
  admin: {
    label: 'Administration',
    meaning: 'Users, suppliers, quality questions and histories. Passwords and keys stay with people.',
  },
  provision: {
    label: 'Provision users',
    meaning: 'Lets a directory create, change and deactivate users of this account by SCIM, and make admins of them.',
  },
}
