import type { FormValues } from '@desk/machines/form/form.setup'
import { SignOn, type SignOnForm } from '@desk/schema/single-sign-on/sign-on'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { Schema } from 'effect'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import type { FormOption } from '#kit/forms/form-choices.tsx'
import type { HistoryFields } from '#kit/history/history-words.ts'

export const KIND_OPTIONS = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'saml', label: 'SAML 2.0' },
] as const satisfies readonly FormOption<string>[]

export const ROLE_OPTIONS = [
  { value: ROLE_IDS.user, label: 'User' },
  { value: ROLE_IDS.admin, label: 'Admin' },
] as const satisfies readonly FormOption<number>[]

const LABELS = {
  kind: 'Protocol',
  issuer: 'Issuer',
  client_id: 'Client ID',
  sso_url: 'Sign-on URL',
  certificates: 'Signing certificates',
  domains: 'Mail domains',
  makes_users: 'Create users on their first sign-on',
  new_users_role: 'Role of new users',
  is_on: 'On',
  only: 'Only by single sign-on',
} as const

/** The fields in the order of the page. */
export const SIGN_ON_FIELDS: readonly FieldPlan<SignOnForm>[] = [
  {
    name: 'kind',
    label: LABELS.kind,
    kind: 'choice',
    isRequired: true,
    say: value => KIND_OPTIONS.find(option => option.value === value)?.label ?? '',
  },
  { name: 'issuer', label: LABELS.issuer, kind: 'text', isRequired: true },
  { name: 'client_id', label: LABELS.client_id, kind: 'text', isRequired: true },
  { name: 'sso_url', label: LABELS.sso_url, kind: 'text', isRequired: true },
  { name: 'certificates', label: LABELS.certificates, kind: 'text', isRequired: true },
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

/** The history's names of the fields. */
export const SIGN_ON_HISTORY: HistoryFields = {
  ...Object.fromEntries(Object.entries(LABELS).map(([name, label]) => [name, { label }])),
  kind: { label: LABELS.kind, say: value => KIND_OPTIONS.find(option => option.value === value)?.label ?? null },
  client_secret: { label: 'Client secret' },
}

/** The form of an account that has none. */
const NEW = {
  kind: 'oidc',
  issuer: '',
  client_id: '',
  sso_url: '',
  certificates: '',
  domains: '',
  makes_users: false,
  new_users_role: ROLE_IDS.user,
  is_on: false,
  only: false,
}

/** The form's text: one domain a line. */
export const storedForm = (signOn: SignOn | null): object =>
  signOn === null ? NEW : { ...signOn, domains: signOn.domains.join('\n') }

/** The form as it is sent. */
export const signOnWire = ({ domains, ...wire }: FormValues): FormValues => ({
  ...wire,
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
