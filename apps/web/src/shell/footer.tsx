import { useConfig } from '../runtime/hooks/use-config.ts'
import { OutsideLink } from './outside-link.tsx'
import styles from './footer.module.css'

/** 'Powered by' the provider, with its Privacy Policy when there is one (§1.8). */
export function Footer() {
  const { provider } = useConfig()
  return (
    <footer className={styles['footer']}>
      <span>Powered by {provider.url === null ? provider.name : <OutsideLink href={provider.url}>{provider.name}</OutsideLink>}</span>
      {provider.privacyPolicyUrl === null ? null : <OutsideLink href={provider.privacyPolicyUrl}>Privacy Policy</OutsideLink>}
    </footer>
  )
}
