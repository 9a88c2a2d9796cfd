import styles from './gallery.module.css'

export function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={styles['section']} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
