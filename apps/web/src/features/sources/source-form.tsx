import type { ProjectDetail } from '@desk/schema/projects/project'
import { hasOnlyOwnPrices, ONLY_OWN_PRICES, ownPriceWords } from '@desk/schema/sources/own-prices'
import type { BuyerRate } from '@desk/schema/sources/source-suppliers'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { may } from '@desk/schema/permissions/permissions'
import { useMemo, useRef, useState } from 'react'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { BoostSection } from './boost-section.tsx'
import { AllocationField } from './allocations/allocation-field.tsx'
import { openValues, wireValues } from '#kit/forms/field-kinds.ts'
import { useOpenForm } from '#kit/forms/form-context.ts'
import { focusIn } from '#kit/forms/form-hooks.ts'
import { FormSection } from '#kit/forms/form-page.tsx'
import { useForm } from '#kit/forms/use-form.ts'
import { whoLastChanged } from '#kit/history/who-last-changed.ts'
import { useAnswerNames, type Locale } from './quotas/qualifications-of.ts'
import { QualificationsField, qualificationsIn } from './quotas/qualifications-field.tsx'
import { QuotasField } from './quotas/quotas-field.tsx'
import type { QuotaSheetHandle } from './quotas/quota-sheet.tsx'
import { TemplatesButton } from './templates/templates-button.tsx'
import { afterSave } from './after-save.ts'
import { knownBy, trafficNotes } from './launch-problems.ts'
import { formWarnings } from './form-warnings.ts'
import { Feasibility } from './feasibility.tsx'
import { IfSaved } from './if-saved.tsx'
import { LaunchPanel } from './launch-panel.tsx'
import { sourceSaver, type SavedSource } from './save-source.ts'
import { BasicsSection, ControlSection } from './shared-sections.tsx'
import { sourceOptions, type SourceLists } from './source-lists.ts'
import { SourcePage, useLaunch } from './source-page.tsx'
import type { SourcePaths } from './source-paths.ts'
import {
  asksToLaunch,
  isSourceParts,
  newSource,
  partsIn,
  sourceFields,
  sourceSchema,
  sourceWire,
  statusWanted,
  storedSource,
  versionOf,
  type SourceFacts,
  type SourceParts,
  type SourceFormSent,
} from './source-plan.ts'
import { allocationTemplates, sourceTemplates } from './source-templates.ts'
import { TYPE_WORDS } from './source-words.ts'
import styles from './sources.module.css'
import { formFields } from '#kit/forms/form-fields.ts'

const { useFormValue, FormNumber } = formFields<SourceFormSent>()

export interface SourceFormProps {
  me: CurrentUser
  lists: SourceLists
  survey: SurveyDetail
  project: ProjectDetail
  type: SourceFacts['type']
  /** null: a new one. */
  parts: SourceParts | null
  /** The client's price, for a new source; null: not this view's. */
  rate: BuyerRate | null
  paths: SourcePaths
  onStatus: () => void
  /** It was saved but not launched: the form restarts with the stored values. */
  onKept: () => void
  /** The field to focus, from a link of a launch; null: none. */
  focused: string | null
}

const NONE: readonly never[] = []
const NO_QUOTAS = { qualifications: NONE, quota_groups: NONE, problems: NONE }

const readStored = (current: unknown) =>
  isSourceParts(current) ? { stored: storedSource(current), version: versionOf(current) } : null

/** Makes or changes a DIY or Lucid source: form, suppliers, qualifications, quotas and prices, saved as one (§5.18, §5.19). */
export function SourceForm({
  me,
  lists,
  survey,
  project,
  type,
  parts,
  rate,
  paths,
  onStatus,
  onKept,
  focused,
}: SourceFormProps) {
  const desk = useDesk()
  const [nowMs] = useState(() => Date.now())
  const [facts] = useState((): SourceFacts => ({
    type,
    lists,
    options: sourceOptions(lists, nowMs),
    seesSuppliers: may(me, 'see the supply side'),
    seesSellPrice: rate !== null,
    mayBoost: may(me, 'boost sources'),
    storedPrice: parts?.source.supplier_cpi ?? null,
  }))
  const [fields] = useState(() => sourceFields(facts))
  const [saver] = useState(() => {
    const judgedOf = (of: SourceParts | null) => {
      const begun = of === null ? newSource(survey, rate) : storedSource(of)
      return sourceWire(wireValues(fields, openValues(fields, begun), begun), of?.source.statusid ?? STATUS_CODES.draft)
    }
    return sourceSaver(desk, {
      type,
      surveyId: survey.pm_sy_ud,
      seesSuppliers: facts.seesSuppliers,
      seesSellPrice: facts.seesSellPrice,
      parts,
      rate,
      judgedOf,
    })
  })
  const { isAsked: isLaunch, launch } = useLaunch()
  const sheet = useRef<QuotaSheetHandle>(null)
  const source = parts?.source ?? null
  const context = { source, isLucid: type === 'lucid', survey, project, seesSuppliers: facts.seesSuppliers, paths }
  const form = useForm<SavedSource, SourceFormSent>(
    {
      form: source === null ? `source.create ${type} ${survey.pm_sy_ud}` : `source.edit ${source.stmid}`,
      thing: 'source',
      schema: sourceSchema(facts),
      fields,
      stored: parts === null ? newSource(survey, rate) : storedSource(parts),
      version: parts === null ? null : versionOf(parts),
      toWire: wire => sourceWire(wire, statusWanted(isLaunch.current, source?.statusid ?? null)),
      warningsOf: values => formWarnings({ lists, survey, project, source }, values, Date.now()),
      save: (wire, saving) => saver.save(wire, asksToLaunch(wire, source?.statusid ?? null), saving),
      readStored,
      ...(source === null ? {} : { whoChanged: () => whoLastChanged(desk.api, 'source', source.stmid) }),
      onSaved: saved =>
        afterSave(desk, saved, {
          isNew: source === null,
          surveyId: survey.pm_sy_ud,
          paths,
          notes: trafficNotes(context),
          undo: saved.isLaunched ? null : saver.undo(),
          onKept,
        }),
      onCancelled: () => desk.history.push(paths.table),
    },
    me,
  )
  const storedQuotas = parts?.quotas ?? NO_QUOTAS
  const isKnown = useMemo(() => knownBy(storedQuotas), [storedQuotas])
  return (
    <SourcePage
      form={form}
      source={source}
      type={TYPE_WORDS[type]}
      zones={lists.zones}
      survey={survey}
      paths={paths}
      onLaunch={launch}
      onStatus={onStatus}
    >
      <LaunchPanel
        context={context}
        stored={source}
        isKnown={isKnown}
        lists={lists}
        nowMs={nowMs}
        sheet={sheet}
        focused={focused}
      />
      <SourceFields facts={facts} survey={survey} parts={parts} sheet={sheet} />
      {/* last: its answer comes while a field is in use, and a shift of the page would close that field's list */}
      {source === null ? (
        <Feasibility survey={survey} project={project} zones={lists.zones} />
      ) : (
        <IfSaved
          source={source}
          supplierIds={(parts?.suppliers?.suppliers ?? NONE).map(({ pm_sup_ud: id }) => id)}
          zones={lists.zones}
        />
      )}
    </SourcePage>
  )
}

function localeOf({ pm_cy_cs_id: country_id, languages_id }: SurveyDetail): Locale | null {
  return country_id === null || languages_id === null ? null : { country_id, languages_id }
}

interface FieldsProps {
  readonly facts: SourceFacts
  readonly survey: SurveyDetail
  readonly parts: SourceParts | null
  readonly sheet: React.RefObject<QuotaSheetHandle | null>
}

function SourceFields({ facts, survey, parts, sheet }: FieldsProps) {
  const { type, lists, options, seesSuppliers, seesSellPrice, mayBoost } = facts
  const isPriced = type !== 'lucid' && seesSuppliers
  const { api } = useDesk()
  const me = useUser()
  const [templates] = useState(() => sourceTemplates(api, type))
  const [allocations] = useState(() => allocationTemplates(api, isPriced))
  return (
    <>
      <BasicsSection lists={lists} options={options} survey={survey}>
        <div className={styles['wide']}>
          <TemplatesButton templates={templates} label="Source templates" />
        </div>
      </BasicsSection>
      {seesSuppliers || seesSellPrice ? (
        <FormSection title="Pricing">
          {isPriced ? <PriceField /> : seesSuppliers ? <ExchangeCpiField /> : null}
          {seesSellPrice ? (
            <FormNumber
              name="pm_sy_client_cpi"
              prefix="$"
              suffix="per complete"
              description="The client pays this price for all sources of the survey."
            />
          ) : null}
        </FormSection>
      ) : null}
      {seesSuppliers ? (
        <FormSection
          title="Suppliers and allocation"
          description={
            type === 'lucid'
              ? 'The shares of the exchange’s suppliers, which add up to 100 %.'
              : 'The suppliers of this source, and the share of each. The shares must add up to 100 %.'
          }
        >
          <AllocationField
            name="suppliers"
            suppliers={lists.suppliers}
            hasPrices={isPriced}
            stored={parts?.suppliers?.suppliers ?? NONE}
          />
          {me !== null && mayCall(me, 'sourceTemplates.listAllocations') ? (
            <div className={styles['wide']}>
              <TemplatesButton templates={allocations} label="Allocation templates" />
            </div>
          ) : null}
        </FormSection>
      ) : null}
      <TargetSections survey={survey} parts={parts} sheet={sheet} />
      <ControlSection />
      {mayBoost ? <BoostSection hasPrice={isPriced} /> : null}
    </>
  )
}

const ExchangeCpiField = () => (
  <FormNumber
    name="supplier_cpi"
    prefix="$"
    suffix="per complete"
    description="The exchange’s charge for a complete. It counts for completes from its save on; the cost of earlier ones is not known."
  />
)

/** The Supply Price; where every supplier has its own, this is said with the way to those. */
function PriceField() {
  const { id } = useOpenForm()
  const suppliers = partsIn(useFormValue('suppliers'))
  const isIdle = hasOnlyOwnPrices(suppliers)
  return (
    <div>
      <FormNumber
        name="supplier_cpi"
        prefix="$"
        suffix="per complete"
        description={
          isIdle
            ? `${ONLY_OWN_PRICES}: this one is for suppliers that you add without one.`
            : ['Paid to each supplier without its own price.', ...ownPriceWords(suppliers)].join(' ')
        }
      />
      {isIdle ? (
        <Button size="small" onPress={() => focusIn(id, 'suppliers_0_supplier_cpi')}>
          Go to their prices
        </Button>
      ) : null}
    </div>
  )
}

/** Qualifications and quotas. */
function TargetSections({ survey, parts, sheet }: Omit<FieldsProps, 'facts'>) {
  const locale = localeOf(survey)
  const value = useFormValue('qualifications')
  const params = useMemo(() => qualificationsIn(value).map(({ param }) => param), [value])
  const names = useAnswerNames(locale, params)
  const where = [survey.country_name, survey.language_name].filter(part => part !== null).join(', ')
  return (
    <>
      <FormSection
        title="Qualifications"
        description={
          where === ''
            ? 'The survey has no country or language yet: answers are given by their codes.'
            : `Asked as in ${where}, the country and language of the survey.`
        }
      >
        <QualificationsField name="qualifications" locale={locale} names={names} />
      </FormSection>
      <FormSection
        title="Quotas"
        description="Groups hold quotas that share conditions. A respondent counts in the first quota that they meet and that has room."
      >
        <QuotasField
          name="quota_groups"
          locale={locale}
          names={names}
          sourceId={parts?.source.stmid ?? null}
          stored={parts?.quotas.quota_groups ?? NONE}
          handle={sheet}
        />
      </FormSection>
    </>
  )
}
