import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Template } from './template.ts'
import styles from './templates.module.css'

export interface TemplateListProps<T extends Template> {
  label: string
  /** undefined: loading or failed. */
  templates: readonly T[] | undefined
  hasFailed: boolean
  /** The text for an empty list. */
  empty: string
  isBusy: boolean
  onLook: (template: T) => void
  /** Further acts on a template. */
  actions?: (template: T) => React.ReactNode
}

/** Templates by name with their content, each with a preview. */
export function TemplateList<T extends Template>({
  label,
  templates,
  hasFailed,
  empty,
  isBusy,
  onLook,
  actions,
}: TemplateListProps<T>) {
  if (templates === undefined)
    return hasFailed ? null : <Skeleton label="Loading the templates" height="28px" lines={2} />
  if (templates.length === 0) return <p className={styles['note']}>{empty}</p>
  return (
    <ul role="list" aria-label={label} className={styles['list']}>
      {templates.map(template => (
        <li key={template.id}>
          <span className={styles['what']}>
            <strong>{template.name}</strong>
            <span className={styles['note']}>{template.blocked ?? template.about}</span>
          </span>
          <span className={styles['acts']}>
            <Button
              size="small"
              isDisabled={template.blocked !== null}
              isPending={isBusy}
              onPress={() => onLook(template)}
              aria-label={`Look at it: ${template.name}`}
            >
              Look at it
            </Button>
            {actions?.(template)}
          </span>
        </li>
      ))}
    </ul>
  )
}
