import { HOLD_PLACES_HINT, HOLD_PLACES_OPTIONS } from '@desk/schema/sources/hold-places'
import { SOURCE_ON_WIRE } from '@desk/schema/sources/source'
import { may } from '@desk/schema/permissions/permissions'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { useState } from 'react'
import { useUser } from '#runtime/hooks/use-session.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { FormZone } from '#kit/forms/form-zone.tsx'
import { FormSection } from '#kit/forms/form-page.tsx'
import { DocumentationLink } from '#kit/heads/documentation-link.tsx'
import { zoneNameOf } from '#kit/forms/lookup-options.ts'
import type { SourceLists, SourceOptions } from './source-lists.ts'
import { CALCULATION_TYPES, PACINGS } from './source-words.ts'
import { formFields } from '#kit/forms/form-fields.ts'
import type { SharedForm } from './source-lists.ts'

const { FormSelect, FormSwitch, useFormValue, FormDateTime, FormNumber, FormText } = formFields<SharedForm>()

export interface BasicsProps {
  lists: SourceLists
  options: SourceOptions
  survey: SurveyDetail
  /** The further content of the section. */
  children?: React.ReactNode
}

/** Name, target, end of field and country: of every source (§5.18). */
export function BasicsSection({ lists, options, survey, children }: BasicsProps) {
  const zone = zoneNameOf(lists.zones, useFormValue('out_of_field_time_zone_code'))
  const end = survey.out_of_field_date
  return (
    <FormSection title="Basics">
      <FormText name={SOURCE_ON_WIRE.name} />
      <FormNumber name="respondents" suffix="completes" />
      <FormDateTime
        name="out_of_field_date"
        description={
          end === null
            ? `Time in ${zone}. Leave empty to use the survey’s date.`
            : `Time in ${zone}. Leave empty to use the survey’s date, ${dateTimeText(Date.parse(end), zone)}.`
        }
      />
      <FormZone options={options.zone} zones={lists.zones} />
      <FormSelect
        name="country_id"
        options={options.country}
        noneLabel={survey.country_name === null ? 'As the survey' : `As the survey: ${survey.country_name}`}
      />
      {children}
    </FormSection>
  )
}

/** Click balancing with its calculation type (§3.37, §5.18), and pacing (§9.6). A source that balances clicks keeps the switch without the feature. */
export function ControlSection() {
  const isBalanced = useFormValue('click_balancing') === true
  const [wasBalanced] = useState(isBalanced)
  const me = useUser()
  return (
    <FormSection
      title="Balance and pacing"
      description={<DocumentationLink of="pacing">Documentation of traffic pacing</DocumentationLink>}
    >
      {wasBalanced || (me !== null && may(me, 'balance clicks')) ? (
        <>
          <FormSwitch
            name="click_balancing"
            description="Stops at the number of clicks that the target needs at the stated incidence."
          />
          <FormSelect
            name="calculation_type_code_ud"
            options={CALCULATION_TYPES}
            description={isBalanced ? 'Required while click balancing is on.' : 'Used while click balancing is on.'}
          />
        </>
      ) : null}
      <FormSelect name="pacing" options={PACINGS} isWide />
      <FormSelect name="hold_places" options={HOLD_PLACES_OPTIONS} description={HOLD_PLACES_HINT} isWide />
    </FormSection>
  )
}
