import { SignOnForm, type SignOn, type SignOnState } from '@desk/schema/single-sign-on/sign-on'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { showToast } from '#ui/toasts.ts'
import { useConfirmation } from '#kit/confirmation/use-confirmation.tsx'
import { FormLoading } from '#kit/forms/form-loading.tsx'
import { FormPage, FormSection } from '#kit/forms/form-page.tsx'
import { useForm } from '#kit/forms/use-form.ts'
import { HISTORY, HistoryPanel } from '#kit/history/history-panel.tsx'
import { whoLastChanged } from '#kit/history/who-last-changed.ts'
import { ConnectionCard, ForTheProvider } from './connection.tsx'
import {
  KIND_OPTIONS,
  readSignOn,
  ROLE_OPTIONS,
  SIGN_ON_FIELDS,
  SIGN_ON_HISTORY,
  signOnWire,
  storedForm,
} from './sign-on-plan.ts'
import { formFields } from '#kit/forms/form-fields.ts'

const { FormSelect, FormSwitch, FormText, FormUrl, useFormField } = formFields<SignOnForm>()

const TITLE = 'Single sign-on'

/** The provider's data for the desk, by its protocol. */
function ProviderFields() {
  const isSaml = useFormField('kind').value === 'saml'
  return (
    <>
      <FormSelect name="kind" options={KIND_OPTIONS} isWide />
      <FormText
        name="issuer"
        isWide
        description={
          isSaml
            ? 'The provider’s entity ID, as its metadata names it.'
            : 'As its discovery document names it: https://login.acme.example'
        }
      />
      {isSaml ? (
        <>
          <FormUrl name="sso_url" description="Where the provider takes requests by HTTP-Redirect." />
          <FormText
            name="certificates"
            rows={6}
            isWide
            description="As PEM, one below the other: while the provider changes its key, the new one and the old one."
          />
        </>
      ) : (
        <FormText name="client_id" isWide description="The provider gives it when the desk is registered there." />
      )}
    </>
  )
}

function SignOnPage({ me, state }: { readonly me: CurrentUser; readonly state: SignOnState }) {
  const desk = useDesk()
  const queries = useQueryClient()
  const { confirmed, question } = useConfirmation()
  const { sign_on: signOn, account_id: accountId } = state
  const changed = () => {
    void queries.invalidateQueries({ queryKey: desk.query('singleSignOn.read', {}).queryKey })
    void queries.invalidateQueries({ queryKey: [HISTORY] })
  }
  const form = useForm<SignOn, SignOnForm>(
    {
      form: 'single-sign-on.edit',
      thing: 'single sign-on',
      schema: SignOnForm,
      fields: SIGN_ON_FIELDS,
      stored: storedForm(signOn),
      version: signOn?.version ?? 0,
      toWire: signOnWire,
      save: (wire, { version }) =>
        confirmed(confirmation =>
          desk.api.call('singleSignOn.change', {
            payload: { ...wire, version: version ?? 0, confirmation },
          }),
        ),
      readStored: readSignOn,
      whoChanged: () => whoLastChanged(desk.api, 'single_sign_on', accountId),
      onSaved: () => {
        changed()
        void showToast({ type: 'success', message: 'Single sign-on was saved' })
      },
      onCancelled: () => desk.history.push('/admin'),
    },
    me,
  )
  return (
    <>
      <FormPage
        form={form}
        title={TITLE}
        crumbs={[]}
        below={
          <>
            {signOn === null ? null : <ConnectionCard signOn={signOn} onChanged={changed} />}
            <ForTheProvider state={state} />
            <HistoryPanel scope="single_sign_on" id={accountId} fields={SIGN_ON_HISTORY} />
          </>
        }
      >
        <FormSection
          title="Provider"
          description="Users sign on at your company’s own provider, and need no password here."
        >
          <ProviderFields />
        </FormSection>
        <FormSection title="Users" description="Whose address is at one of these domains signs on by this provider.">
          <FormText name="domains" rows={3} isWide description="One a line. A domain belongs to one account." />
          <FormSwitch
            name="makes_users"
            description="Otherwise only users of this account, invited before, can sign on."
          />
          <FormSelect name="new_users_role" options={ROLE_OPTIONS} />
        </FormSection>
        <FormSection title="Signing in">
          <FormSwitch name="is_on" description="The sign-in page offers it for these domains." />
          <FormSwitch
            name="only"
            description="Passwords of this account’s users open nothing any more; super admins keep theirs, API keys go on working. At least one user must have signed on through it first."
          />
        </FormSection>
      </FormPage>
      {question}
    </>
  )
}

/** The single sign-on of the account, for its admins (docs/decisions/0046). */
export function SingleSignOnScreen() {
  useAppTitle(TITLE)
  const me = useUser()
  const read = useQuery({ ...useDesk().query('singleSignOn.read', {}), staleTime: 0 })
  const { data } = read
  if (me === null || data === undefined) return <FormLoading title={TITLE} reads={[read]} />
  return <SignOnPage key={data.sign_on?.version ?? 0} me={me} state={data} />
}
