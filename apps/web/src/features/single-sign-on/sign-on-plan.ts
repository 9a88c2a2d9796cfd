import type { FormValues } from '@desk/machines/form/form.setup'
import { SignOn } from '@desk/schema/single-sign-on/sign-on'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { Schema } from 'effect'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import type { FormOption } from '#kit/forms/form-choices.tsx'
import type { HistoryFields } from '#kit/history/history-words.ts'

export const ROLE_OPTIONS = [
  { value: ROLE_IDS.user, label: 'User' },
  { value: ROLE_IDS.admin, label: 'Admin' },
] as const satisfies readonly FormOption<number>[]

const LABELS = {
  issuer: 'Issuer',
  client_id: 'Client ID',
  domains: 'Mail domains',
  makes_users: 'Make users on their first sign-on',
  new_users_role: 'Role of new users',
  is_on: 'On',
  only: 'Only by single sign-on',
} as const

/** The fields in the order of the page. */
export const SIGN_ON_FIELDS: readonly FieldPlan[] = [
  { name: 'issuer', label: LABELS.issuer, kind: 'text', isRequired: true },
  { name: 'client_id', label: LABELS.client_id, kind: 'text', isRequired: true },
  { name: 'domains', label: LABELS.domains, kind: 'text' },
  { name: 'makes_users', label: LABELS.makes_users, kind: 'switch' },
  {
    name: 'new_users_role',
    label: LABELS.new_users_role,
    kind: 'choice',
    say: value => ROLE_OPTIONS.find(option => option.value === value)?.label ?? '',
  },
  { name: 'is_on', label: LABELS.is_on, kind: 'switch' },
  { name: 'only', label: LABELS.only, kind: 'switch' },
]

/** What the history calls the fields. */
export const SIGN_ON_HISTORY: HistoryFields = {
  ...Object.fromEntries(Object.entries(LABELS).map(([name, label]) => [name, { label }])),
  kind: { label: 'Protocol', say: value => (value === 'oidc' ? 'OpenID Connect' : null) },
  client_secret: { label: 'Client secret' },
}

/** The form of an account that has none. */
const NEW = {
  issuer: '',
  client_id: '',
  domains: '',
  makes_users: false,
  new_users_role: ROLE_IDS.user,
  is_on: false,
  only: false,
}

/** What the form shows: one domain a line. */
export const storedForm = (signOn: SignOn | null): object =>
  signOn === null ? NEW : { ...signOn, domains: signOn.domains.join('\n') }

/** The form as it is sent. */
export const signOnWire = ({ domains, ...wire }: FormValues): FormValues => ({
  ...wire,
  kind: 'oidc',
  domains: [
    ...new Set(
      (typeof domains === 'string' ? domains : '')
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(domain => domain !== ''),
    ),
  ],
})

const isSignOn = Schema.is(SignOn)

/** Converts what a conflict holds for the form. */
export function readSignOn(current: unknown): { readonly stored: object; readonly version: number } | null {
  return isSignOn(current) ? { stored: storedForm(current), version: current.version } : null
}
