import type { FormValues } from '@desk/machines/form/form.setup'
import type { HistoryScope } from '@desk/schema/history/history'
import type { HistoryFields } from '#kit/history/history-words.ts'

/** A template as a list shows it. */
export interface Template {
  readonly id: number
  readonly name: string
  readonly about: string
  /** Why it cannot be loaded; null: it can. */
  readonly blocked: string | null
  /** For what it is offered, by the values of `offers`. */
  readonly offer?: number
  /** The version seen, if it can be changed. */
  readonly version?: number
}

/** The new state of a template. */
export interface TemplateChange {
  readonly name: string
  readonly offer: number
  /** The form's content to replace the template's; null: unchanged. */
  readonly values: FormValues | null
}

/** Templates of a part of the form. Calls carry an Idempotency-Key. */
export interface Templates {
  readonly title: string
  readonly list: (signal: AbortSignal) => Promise<readonly Template[]>
  /** The form's fields as the template has them. */
  readonly changesOf: (id: number) => Promise<FormValues>
  /** For what templates are offered, the first one by default; without it there is nothing to choose. */
  readonly offers?: readonly { readonly value: number; readonly label: string }[]
  /** Saves the form's present content under a name. */
  readonly save: (name: string, values: FormValues, offer: number, key: string) => Promise<unknown>
  /** Renames a template, or puts what the form holds in place of what it holds; without it they cannot be changed. */
  readonly change?: (template: Template, change: TemplateChange, key: string) => Promise<unknown>
  readonly remove: (id: number) => Promise<unknown>
  /** Where their histories are, and their fields as the screen calls them. */
  readonly history: { readonly scope: HistoryScope; readonly fields: HistoryFields }
}
