import styles from './account.module.css'

/** The card of a page outside a session. */
export function AccountCard({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className={styles['card']} aria-labelledby="account-title">
      <h1 id="account-title">{title}</h1>
      {children}
    </section>
  )
}
