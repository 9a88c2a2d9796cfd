import type { AuditAct, AuditBy, AuditFault, AuditScope } from '@desk/schema/audit/audit-entry'

export const ACTS: Readonly<Record<AuditAct, string>> = {
  created: 'Created',
  edited: 'Edited',
  deleted: 'Deleted',
  status: 'Status changed',
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  signed_out: 'Signed out',
  password_changed: 'Password changed',
  password_reset_asked: 'Password reset asked for',
  password_reset: 'Password reset by mail',
  confirmation_failed: 'Confirmation failed',
  second_factor_failed: 'Second factor failed',
  second_factor_set_up: 'Second factor set up',
  second_factor_removed: 'Second factor removed',
  recovery_codes_renewed: 'Recovery codes renewed',
  sessions_ended: 'Sessions ended',
  journal_read: 'Journal read',
  exported: 'Exported',
}

export const BYS: Readonly<Record<AuditBy, string>> = {
  screen: 'Screen',
  api_key: 'API key',
  single_sign_on: 'Single sign-on',
  assistant: 'Assistant',
  supplier_link: 'Supplier’s link',
}

const SCOPES: Readonly<Partial<Record<AuditScope, string>>> = {
  api_keys: 'API keys',
  audit_log: 'Audit log',
  defender_data: 'Defender data',
  session: 'Session',
}

/** The name of the changed object: 'Quality question'. */
export function scopeWords(scope: AuditScope): string {
  const words = scope.replaceAll('_', ' ')
  return SCOPES[scope] ?? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

export const FAULTS: Readonly<Record<AuditFault, string>> = {
  missing: 'is missing',
  changed: 'was changed',
  cut_off: 'and what follows it were cut off',
  not_chained: 'was added past the chain',
}

/** A field by its wire name: 'expires at'. */
export const fieldWords = (field: string): string => field.replaceAll('_', ' ')
