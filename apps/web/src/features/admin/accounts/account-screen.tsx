import { EditedAccountForm, RootAccountForm } from '@desk/schema/accounts/account-form'
import type { ManagedAccount } from '@desk/schema/accounts/managed-account'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isMissing } from '#runtime/api/api-error.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { countText } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { showToast } from '#ui/toasts.ts'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { oneRead } from '#kit/errors/one-read.ts'
import { NotFound } from '#kit/errors/not-found.tsx'
import { FormPage, FormSection } from '#kit/forms/form-page.tsx'
import { useForm } from '#kit/forms/use-form.ts'
import { HistoryPanel } from '#kit/history/history-panel.tsx'
import { whoLastChanged } from '#kit/history/who-last-changed.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { LogoCard } from '../logo/logo-card.tsx'
import { ACCOUNTS, forgetAccounts } from './account-cache.ts'
import { PlaceFields, WayFields } from './account-fields.tsx'
import {
  ACCOUNT_HISTORY,
  accountChanges,
  accountFields,
  readAccount,
  type AccountChoices,
  type AccountForm,
} from './account-plan.ts'
import { AccountState } from './account-state.tsx'
import { AccountMembers } from './members.tsx'
import { Suspension } from './suspension.tsx'
import { useAccountChoices } from './use-account-choices.ts'
import { WhatNext } from './what-next.tsx'
import { formFields } from '#kit/forms/form-fields.ts'

const { FormSelect, FormText } = formFields<AccountForm>()

const LIST_PATH = '/admin/accounts-management'

/** One account (api:M8): its form, its members, suspending it, and its history. For super admins. */
export function AccountScreen({ id }: { readonly id: number }) {
  const desk = useDesk()
  const me = useUser()
  const read = useQuery({
    queryKey: [ACCOUNTS, id],
    queryFn: ({ signal }) => desk.api.call('managedAccounts.read', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const choices = useAccountChoices(id)
  useAppTitle(read.data?.name ?? 'Account')
  if (me === null) return null
  if (isMissing(read.error) && read.data === undefined) return <NotFound />
  if (read.data === undefined || choices.data === undefined)
    return <NotLoaded query={oneRead([read, choices])} title="The account" height="48px" lines={6} />
  return <Account me={me} account={read.data} choices={choices.data} />
}

function Account({
  me,
  account,
  choices,
}: {
  readonly me: CurrentUser
  readonly account: ManagedAccount
  readonly choices: AccountChoices
}) {
  const desk = useDesk()
  const zone = useZone()
  const [{ created }, change] = useUrlSearch()
  const id = account.pm_dsh_ud
  // as of the form's opening: the form itself shows another user's later save
  const [{ fields, hasParent, isDefender }] = useState(() => {
    const kind = { hasParent: account.pm_parent_dsh_ud !== null, isDefender: account.account_type === 'DEFENDER' }
    return { fields: accountFields(choices, kind), ...kind }
  })
  const goToList = () => desk.history.push(LIST_PATH)
  const form = useForm<ManagedAccount, AccountForm>(
    {
      form: `account.edit ${id}`,
      thing: 'account',
      schema: hasParent ? EditedAccountForm : RootAccountForm,
      fields,
      stored: account,
      version: account.version,
      save: (wire, { version }) =>
        desk.api.call('managedAccounts.update', {
          params: { id },
          payload: { ...accountChanges(wire, isDefender), ...(typeof version === 'number' ? { version } : {}) },
        }),
      readStored: readAccount,
      whoChanged: () => whoLastChanged(desk.api, 'account', id),
      onSaved: ({ name }) => {
        forgetAccounts(desk.queryClient)
        // the own session has the account's name
        if (id === me.pm_dsh_ud) desk.session.doubt()
        void showToast({ type: 'success', message: `${name} was saved` })
        goToList()
      },
      onCancelled: goToList,
    },
    me,
  )
  return (
    <FormPage
      form={form}
      title={account.name}
      crumbs={[{ label: 'Accounts', href: `#${LIST_PATH}` }, { label: account.name }]}
      status={<AccountState account={account} />}
      facts={[
        { name: 'ID', value: id },
        { name: 'Type', value: account.account_type },
        { name: 'Staff account', value: account.isRepData ? 'Yes' : 'No' },
        { name: 'Created', value: dateTimeText(Date.parse(account.created_at), zone.name) },
        { name: 'Assistant tokens this month', value: countText(account.assistant_tokens_used) },
      ]}
      actions={<Suspension me={me} account={account} />}
      below={
        <>
          <AccountMembers account={account} />
          <LogoCard accountId={id} name={account.name} heading="Logo" />
          <HistoryPanel scope="account" id={id} fields={ACCOUNT_HISTORY} />
        </>
      }
    >
      {created === undefined ? null : (
        <WhatNext me={me} account={account} onDone={() => change({ created: undefined })} />
      )}
      <FormSection title="Account">
        <FormText name="name" isWide />
        <PlaceFields {...choices} hasParent={hasParent} />
        {isDefender ? (
          <FormSelect
            name="defended_dsh_ud"
            options={choices.desks}
            noneLabel="None"
            description="The DESK account whose respondents its pages show, and at whose door its lists act."
          />
        ) : null}
      </FormSection>
      <FormSection title="How it works">
        <WayFields />
      </FormSection>
    </FormPage>
  )
}
