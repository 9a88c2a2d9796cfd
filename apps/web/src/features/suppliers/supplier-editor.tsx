import { ACCOUNT_LEVEL, SUPPLIER_LEVEL } from '@desk/schema/defender/levels'
import { SupplierForm, withSpareThresholds } from '@desk/schema/suppliers/supplier-form'
import type { Supplier } from '@desk/schema/suppliers/supplier'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { may } from '@desk/schema/permissions/permissions'
import { useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { showToast } from '#ui/toasts.ts'
import { codeChoices } from '#kit/codes/code-items.ts'
import type { FormValue } from '#kit/forms/field-kinds.ts'
import { FormPage, FormSection } from '#kit/forms/form-page.tsx'
import { useForm } from '#kit/forms/use-form.ts'
import { HistoryPanel } from '#kit/history/history-panel.tsx'
import { whoLastChanged } from '#kit/history/who-last-changed.ts'
import type { CodeItem } from '@desk/schema/lookups/lookups'
import { DeleteSupplier } from './delete-supplier.tsx'
import { RedirectFields } from './redirect-fields.tsx'
import { forgetSuppliers } from './supplier-cache.ts'
import { SupplierExclusions } from './supplier-exclusions.tsx'
import {
  formStored,
  LEVEL_CHOICES,
  readSupplier,
  supplierFields,
  supplierHistoryFields,
  supplierInput,
} from './supplier-plan.ts'
import { formFields } from '#kit/forms/form-fields.ts'

const { FormSelect, FormSwitch, useFormValue, FormNumber, FormText } = formFields<SupplierForm>()

const LIST_PATH = '/suppliers'

export interface SupplierEditorProps {
  readonly me: CurrentUser
  /** null: a new one. */
  readonly supplier: Supplier | null
  readonly types: readonly CodeItem[]
  readonly recruitments: readonly CodeItem[]
  /** The other parts of its page, in the head; null: it has none. */
  readonly tabs: React.ReactNode
}

/** The form of a supplier (§3.7, §5.16, §5.17, api:U10, api:U11). */
export function SupplierEditor({ me, supplier, types, recruitments, tabs }: SupplierEditorProps) {
  const desk = useDesk()
  const goToList = () => desk.history.push(LIST_PATH)
  const seesPrices = may(me, 'see the supply side')
  const [fields] = useState(() => supplierFields({ types, recruitments, seesPrices }))
  const form = useForm(
    {
      form: supplier === null ? 'supplier.create' : `supplier.edit ${supplier.pm_sup_ud}`,
      thing: 'supplier',
      schema: SupplierForm,
      fields,
      stored: supplier === null ? { security_level: ACCOUNT_LEVEL } : formStored(supplier),
      version: supplier?.version ?? null,
      toWire: withSpareThresholds,
      save: (wire, { version, idempotencyKey }) => {
        const headers = { 'idempotency-key': idempotencyKey }
        const payload = supplierInput(wire, seesPrices)
        if (supplier === null) return desk.api.call('suppliers.create', { headers, payload })
        return desk.api.call('suppliers.update', {
          params: { id: supplier.pm_sup_ud },
          headers,
          payload: { ...payload, ...(typeof version === 'number' ? { version } : {}) },
        })
      },
      readStored: readSupplier,
      whoChanged: () =>
        supplier === null ? Promise.resolve(null) : whoLastChanged(desk.api, 'supplier', supplier.pm_sup_ud),
      onSaved: ({ name }) => {
        forgetSuppliers(desk.queryClient)
        void showToast({ type: 'success', message: `${name} was saved` })
        goToList()
      },
      onCancelled: goToList,
    },
    me,
  )
  const title = supplier?.name ?? 'New supplier'
  return (
    <FormPage
      form={form}
      title={title}
      status={tabs}
      crumbs={[{ label: 'Suppliers', href: `#${LIST_PATH}` }, { label: title }]}
      {...(supplier === null ? {} : { facts: [{ name: 'ID', value: supplier.pm_sup_ud }] })}
      actions={supplier === null ? null : <DeleteSupplier supplier={supplier} onDeleted={goToList} />}
      below={
        supplier === null ? null : (
          <>
            <SupplierExclusions supplierId={supplier.pm_sup_ud} name={supplier.name} />
            <HistoryPanel scope="supplier" id={supplier.pm_sup_ud} fields={supplierHistoryFields(fields)} />
          </>
        )
      }
    >
      <FormSection title="Supplier">
        <FormText name="name" isWide />
        <FormSelect name="pm_supplier_type_code_ud" options={codeChoices(types)} placeholder="Choose a type" />
        <FormSelect name="recruitment_type" options={codeChoices(recruitments)} placeholder="Choose how it recruits" />
        {seesPrices ? (
          <FormNumber
            name="supplier_cpi"
            prefix="$"
            description="Paid for a complete unless a source says otherwise; empty is $0.00."
          />
        ) : null}
      </FormSection>
      <FormSection
        title="Redirects"
        description="Where its respondents are taken back, by outcome. [%RID%] is the supplier’s own respondent id, [%RDUD%] ours, [%OUTCOME%] the outcome; where an address has none of them, rid and outcome are appended. A change is used within seconds, also for respondents who are on the way."
      >
        <RedirectFields />
      </FormSection>
      <SecuritySection />
    </FormPage>
  )
}

const FLAGS = [
  {
    flag: 'text_analytics_flg',
    threshold: 'language_threshold',
    range: 'From 0 to 100. A signed return that says more in text_analytics is no complete.',
  },
  {
    flag: 'bot_detection_flg',
    threshold: 'threat_level',
    range: 'From 0 to 100. A signed return that says more in bot_score is no complete.',
  },
  { flag: 'activity_enabled_flg', threshold: 'token_threshold', range: 'From 0 to 1,000.' },
] as const

/** The supplier's security level (§9.7), and its own thresholds at level 7: each is required when its flag is on (§5.17). */
function SecuritySection() {
  const level = useFormValue('security_level')
  const isCustom = level === SUPPLIER_LEVEL
  return (
    <FormSection
      title="Security"
      description="How Defender judges its respondents at the door, from the very next one on, where the project or the survey sets nothing else. At level 7 Activity refuses respondents who enter more often in 24 hours than the Token Threshold, and all other rules are the account’s default. Language Threshold and Threat Level are stored, but no link carries the data that they judge."
    >
      <FormSelect name="security_level" options={LEVEL_CHOICES} description={levelMeaning(level)} isWide />
      {FLAGS.map(({ flag, threshold, range }) => (
        <SecurityPair key={flag} flag={flag} threshold={threshold} range={range} isCustom={isCustom} />
      ))}
    </FormSection>
  )
}

function levelMeaning(level: FormValue): string {
  switch (level) {
    case 1:
      return 'No rule judges, whatever projects and surveys set: for interviewers who share devices.'
    case 5:
      return 'Every rule is only recorded, unless the project sets it.'
    case ACCOUNT_LEVEL:
      return 'As the account’s Defender rules say.'
    case SUPPLIER_LEVEL:
      return 'By the thresholds below.'
    default:
      return 'Set by the desk.'
  }
}

interface SecurityPairProps {
  readonly flag: keyof SupplierForm
  readonly threshold: keyof SupplierForm
  readonly range: string
  readonly isCustom: boolean
}

function SecurityPair({ flag, threshold, range, isCustom }: SecurityPairProps) {
  const isOn = useFormValue(flag) === true
  return (
    <>
      <FormSwitch name={flag} isDisabled={!isCustom} />
      <FormNumber
        name={threshold}
        isDisabled={!isCustom || !isOn}
        description={isCustom && isOn ? `Required. ${range}` : range}
      />
    </>
  )
}
