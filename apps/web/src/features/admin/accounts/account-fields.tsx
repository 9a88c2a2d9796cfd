import type { FormOption } from '#kit/forms/form-choices.tsx'
import { formFields } from '#kit/forms/form-fields.ts'
import type { AccountForm } from './account-plan.ts'

const { FormSelect, FormSwitch, FormNumber, FormText } = formFields<AccountForm>()

/** The place of an account, and its identifiers. */
export function PlaceFields({
  parents,
  zones,
  hasParent = true,
}: {
  readonly parents: readonly FormOption<number>[]
  readonly zones: readonly FormOption<number>[]
  readonly hasParent?: boolean
}) {
  return (
    <>
      {hasParent ? (
        <FormSelect
          name="pm_parent_dsh_ud"
          options={parents}
          placeholder="Choose an account"
          description="A client’s account is under the provider’s own."
        />
      ) : null}
      <FormSelect
        name="time_zone"
        options={zones}
        placeholder="Choose a time zone"
        description="The first admin starts with it."
      />
      <FormText name="salesforce_account_id" description="Its id in the CRM, if it has one." />
      <FormNumber
        name="reconciliation_window_day"
        description="The completes of a month can be reconciled to the end of this day of the next one."
      />
    </>
  )
}

/** The deviations of an account from others. */
export function WayFields() {
  return (
    <>
      <FormSwitch
        name="inv_by_business_unit_flg"
        description="Each project belongs to a business unit of the account."
      />
      <FormSwitch name="client_cpi_flg" description="Clients are charged per complete: projects have a sell price." />
      <FormSwitch
        name="access_research_defender_export"
        description="Users of a DEFENDER account may take Defender’s data as files."
      />
      <FormSwitch
        name="embedded_reports_flg"
        description="Its users see the reports of the reporting service (Power BI), once the platform has one; so do those of a DEFENDER account that defends it."
      />
      <FormText
        name="bi_workspace_id"
        description="The id of the workspace that has this account’s reports; empty: the platform’s."
      />
      <FormText
        name="link_check_hosts_off"
        description="Hosts of surveys that asked not to be called, with blanks between, such as surveys.example.com."
      />
      <FormNumber
        name="assistant_tokens_a_month"
        description="A month’s tokens of the language model for this account. Empty: the platform’s setting. The last 60,000 are a reserve."
      />
      <FormNumber
        name="assistant_questions_a_minute"
        description="How often they may ask the model; empty: what the platform’s settings say."
      />
    </>
  )
}
