import { FormSection } from '#kit/forms/form-page.tsx'
import { formFields } from '#kit/forms/form-fields.ts'
import type { SourceFormSent } from './source-plan.ts'

const { FormSwitch, useFormValue, FormNumber, FormText } = formFields<SourceFormSent>()

/** Alias and Auto-Boost (§6.8, api:T20): for users with auto_boost_access. @param hasPrice this view sets the supply price */
export function BoostSection({ hasPrice }: { readonly hasPrice: boolean }) {
  const isOn = useFormValue('auto_boost') === true
  return (
    <FormSection title="Auto-Boost">
      <FormText name="alias" description="A name for suppliers. The source stores it; the desk does not show it." />
      {hasPrice ? (
        <FormSwitch
          name="auto_boost"
          description="Raises the supply price step by step while completes are behind the pace to the out of field date. It never lowers it."
        />
      ) : null}
      {hasPrice && isOn ? (
        <>
          <FormNumber
            name="boost_step"
            prefix="$"
            suffix="per step"
            description="Each step adds this to the supply price."
          />
          <FormNumber name="boost_cap" prefix="$" suffix="per complete" description="No step goes above it." />
          <FormNumber
            name="boost_minutes"
            suffix="at least"
            description="A step is judged by the completes since the last one; a slow source waits until enough are expected."
          />
        </>
      ) : null}
    </FormSection>
  )
}
