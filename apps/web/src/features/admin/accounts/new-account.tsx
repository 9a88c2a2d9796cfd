import { AccountType } from '@desk/schema/accounts/account'
import { NewAccountForm } from '@desk/schema/accounts/account-form'
import type { ManagedAccount } from '@desk/schema/accounts/managed-account'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useState } from 'react'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { showToast } from '#ui/toasts.ts'
import { Loaded } from '#kit/errors/loaded.tsx'
import { FormPage, FormSection } from '#kit/forms/form-page.tsx'
import { useForm } from '#kit/forms/use-form.ts'
import { forgetAccounts } from './account-cache.ts'
import { accountPath } from './account-columns.tsx'
import { PlaceFields, WayFields } from './account-fields.tsx'
import {
  newAccountDefaults,
  newAccountFields,
  newAccountInput,
  readAccount,
  type AccountChoices,
} from './account-plan.ts'
import { useAccountChoices } from './use-account-choices.ts'
import { formFields } from '#kit/forms/form-fields.ts'

const { FormSelect, FormSwitch, FormText } = formFields<NewAccountForm>()

const LIST_PATH = '/admin/accounts-management'
const TYPES = AccountType.literals.map(type => ({ value: type, label: type }))

/** Creates an account with its first admin, and leads on to what it needs next (§2.25, §3.4, api:M7). */
export function NewAccountScreen() {
  useAppTitle('New account')
  const me = useUser()
  const choices = useAccountChoices(null)
  if (me === null) return null
  return (
    <Loaded query={choices} title="The form" height="48px" lines={6}>
      {data => <NewAccount me={me} choices={data} rootId={choices.rootId} />}
    </Loaded>
  )
}

function NewAccount({
  me,
  choices,
  rootId,
}: {
  readonly me: CurrentUser
  readonly choices: AccountChoices
  readonly rootId: number | null
}) {
  const desk = useDesk()
  const [fields] = useState(() => newAccountFields(choices))
  const form = useForm<ManagedAccount, NewAccountForm>(
    {
      form: 'account.create',
      thing: 'account',
      schema: NewAccountForm,
      fields,
      stored: newAccountDefaults(rootId),
      version: null,
      save: (wire, { idempotencyKey }) =>
        desk.api.call('managedAccounts.create', {
          headers: { 'idempotency-key': idempotencyKey },
          payload: newAccountInput(wire),
        }),
      readStored: readAccount,
      onSaved: ({ pm_dsh_ud, name, members }) => {
        forgetAccounts(desk.queryClient)
        void showToast({
          type: 'success',
          message: members === 0 ? `${name} was created` : `${name} was created, and its admin invited by mail`,
        })
        desk.history.push(`${accountPath(pm_dsh_ud)}?created=yes`)
      },
      onCancelled: () => desk.history.push(LIST_PATH),
    },
    me,
  )
  return (
    <FormPage
      form={form}
      title="New account"
      crumbs={[{ label: 'Accounts', href: `#${LIST_PATH}` }, { label: 'New account' }]}
      saveLabel="Create account"
    >
      <FormSection title="Account" description="Type and staff flag stay as they are chosen here.">
        <FormText name="name" isWide />
        <FormSelect name="account_type" options={TYPES} />
        <PlaceFields {...choices} />
        <FormSwitch name="isRepData" description="It belongs to the provider’s staff." />
      </FormSection>
      <FormSection title="How it works">
        <WayFields />
      </FormSection>
      <FormSection
        title="First admin"
        description="Gets a mail with a link to choose a password, which works once within 72 hours. Leave all three empty to add members later."
      >
        <FormText name="admin_firstname" />
        <FormText name="admin_lastname" />
        <FormText name="admin_username" isWide description="An e-mail address: the invitation is sent there." />
      </FormSection>
    </FormPage>
  )
}
