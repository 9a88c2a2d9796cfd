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
  /** Of one that can be changed: what was seen. */
  readonly version?: number
}

/** How a template is to be from now on. */
export interface TemplateChange {
  readonly name: string
  readonly offer: number
  /** What the form holds, in place of what the template holds; null: that stays. */
  readonly values: FormValues | null
}

/** Templates of something that the form holds. A call's key makes it once, however often it is sent. */
export interface Templates {
  readonly title: string
  readonly list: (signal: AbortSignal) => Promise<readonly Template[]>
  /** The form's fields as the template has them. */
  readonly changesOf: (id: number) => Promise<FormValues>
  /** For what templates are offered, the first one by default; without it there is nothing to choose. */
  readonly offers?: readonly { readonly value: number; readonly label: string }[]
  /** Keeps what the form holds now under a name. */
  readonly save: (name: string, values: FormValues, offer: number, key: string) => Promise<unknown>
  /** Renames a template, or puts what the form holds in place of what it holds; without it they cannot be changed. */
  readonly change?: (template: Template, change: TemplateChange, key: string) => Promise<unknown>
  readonly remove: (id: number) => Promise<unknown>
  /** Where their histories are, and their fields as the screen calls them. */
  readonly history: { readonly scope: HistoryScope; readonly fields: HistoryFields }
}
