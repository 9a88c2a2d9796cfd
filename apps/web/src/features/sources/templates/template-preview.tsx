import styles from './templates.module.css'

export interface PreviewRow {
  readonly id: string | number
  readonly name: string
  readonly now: string
  readonly withTemplate: string
  readonly isSame: boolean
}

export interface TemplatePreviewProps {
  caption: string
  /** The name of a row: 'Field'. */
  noun: string
  rows: readonly PreviewRow[]
}

/** The changes that loading a template makes. */
export function TemplatePreview({ caption, noun, rows }: TemplatePreviewProps) {
  return (
    <table className={styles['preview']}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{noun}</th>
          <th scope="col">Now</th>
          <th scope="col">With the template</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, now, withTemplate, isSame }) => (
          <tr key={id} data-same={isSame || undefined}>
            <th scope="row">{name}</th>
            <td>{now}</td>
            <td>{withTemplate}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
