import { REDIRECT_TYPES, type RedirectType } from '@desk/schema/respondents/state'
import { exampleRedirect, REDIRECT_LABELS, redirectUrlFault } from '@desk/schema/suppliers/redirect-url'
import { redirectField } from '@desk/schema/suppliers/supplier-form'
import styles from './suppliers.module.css'
import { formFields } from '#kit/forms/form-fields.ts'
import type { SupplierForm } from '@desk/schema/suppliers/supplier-form'

const { useFormField, FormUrl } = formFields<SupplierForm>()

/** The fallback when the redirect of an outcome is missing (domain.md §3). */
const WITHOUT: Readonly<Record<RedirectType, string>> = {
  complete: 'Without it: Default.',
  termination: 'Without it: Default.',
  overquota: 'Without it: Default.',
  quality: 'Without it: Termination, then Default.',
  security: 'Without it: Termination, then Default.',
  default: 'For every outcome that has none. Without it they end on a page of ours.',
}

/** A redirect field with its fault, or an example of the resulting URL, while typing. */
function RedirectField({ type }: { readonly type: RedirectType }) {
  const { value, error } = useFormField(redirectField(type))
  const url = typeof value === 'string' ? value.trim() : ''
  const fault = redirectUrlFault(type, url)
  // do not repeat the field's fault
  const check =
    url === ''
      ? WITHOUT[type]
      : fault !== null && error !== null
        ? undefined
        : (fault ?? <Example type={type} url={url} />)
  return (
    <FormUrl
      name={redirectField(type)}
      placeholder={`https://…/${REDIRECT_LABELS[type].toLowerCase()}?id=[%RID%]`}
      description={check}
    />
  )
}

function Example({ type, url }: { readonly type: RedirectType; readonly url: string }) {
  return (
    <>
      R-1024 would be sent to <span className={styles['address']}>{exampleRedirect(type, url)}</span>
    </>
  )
}

/** The redirects of a supplier by outcome. */
export function RedirectFields() {
  return REDIRECT_TYPES.map(type => <RedirectField key={type} type={type} />)
}
